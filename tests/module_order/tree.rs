//! The module tree of a crate, in the order in which its files list their modules.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use quote::ToTokens;
use syn::{Attribute, Item, ItemMod, Meta, UseTree};

use super::paths::{UsedPath, paths};

type ModulePath = Vec<String>;

struct Module {
    /// Relative to the source folder.
    file: String,
    paths: Vec<UsedPath>,
    lines: usize,
    /// The modules behind names that the module re-exports.
    exports: HashMap<String, ModulePath>,
}

#[derive(Default)]
pub(crate) struct Tree {
    /// In the order of the lists: what a module lists comes before the module itself.
    order: Vec<ModulePath>,
    modules: HashMap<ModulePath, Module>,
    root: PathBuf,
}

impl Tree {
    /// Reads the crate whose `lib.rs` is in this folder.
    pub(crate) fn read(root: &Path) -> Self {
        let mut tree = Self { root: root.to_owned(), ..Self::default() };
        tree.read_module(Vec::new(), &root.join("lib.rs"), root);
        tree
    }

    /// `folder` is where the files of its modules are.
    fn read_module(&mut self, path: ModulePath, file: &Path, folder: &Path) {
        let text = fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let items = without_tests(syn::parse_file(&text).unwrap().items);
        for module in items.iter().filter_map(declared) {
            let name = module.ident.to_string();
            let (file, folder) = find(module, folder, &name);
            self.read_module([path.clone(), vec![name]].concat(), &file, &folder);
        }
        let lines = items.iter().map(lines).max().unwrap_or_default();
        let module = Module {
            file: file.strip_prefix(&self.root).unwrap().display().to_string(),
            paths: items.iter().flat_map(|item| paths(item.to_token_stream())).collect(),
            lines,
            exports: items.iter().flat_map(exports).map(|(name, home)| (name, [path.clone(), home].concat())).collect(),
        };
        self.order.push(path.clone());
        self.modules.insert(path, module);
    }

    pub(crate) fn files(&self) -> usize {
        self.modules.len()
    }

    pub(crate) fn paths(&self) -> usize {
        self.modules.values().map(|module| module.paths.len()).sum()
    }

    /// Each file with its lines up to the last item that is not a test.
    pub(crate) fn lengths(&self) -> Vec<(&str, usize)> {
        self.modules.values().map(|module| (module.file.as_str(), module.lines)).collect()
    }

    /// One line for each path to a module that comes later, in the order of the tree.
    pub(crate) fn offences(&self) -> Vec<String> {
        let mut offences = Vec::new();
        for (place, module) in self.order.iter().enumerate() {
            for used in &self.modules[module].paths {
                let Some(target) = self.resolve(module, used) else { continue };
                let is_inside = target.starts_with(module);
                let later = self.order.iter().position(|other| *other == target).is_some_and(|other| other > place);
                if later && !is_inside {
                    let (file, path) = (&self.modules[module].file, used.segments.join("::"));
                    let target = &self.modules[&target].file;
                    let line = used.line;
                    offences.push(format!("{file}:{line}: `{path}` uses `{target}`, which is listed after it"));
                }
            }
        }
        offences
    }

    /// The module that has the item of a path; none for a folder itself, and for names of the crate's root.
    fn resolve(&self, from: &ModulePath, used: &UsedPath) -> Option<ModulePath> {
        let mut path = absolute(from, &used.segments)?;
        if path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        // As in `pub(in crate::arguments)`: no item of it is used.
        let is_enclosing = self.modules.contains_key(&path) && from.starts_with(&path);
        loop {
            if self.modules.contains_key(&path) {
                break;
            }
            let name = path.pop()?;
            if let Some(home) = self.modules.get(&path).and_then(|module| module.exports.get(&name)) {
                path.clone_from(home);
                while !self.modules.contains_key(&path) {
                    path.pop()?;
                }
                break;
            }
        }
        let is_root = path.is_empty();
        (!is_root && !is_enclosing && path != *from).then_some(path)
    }
}

fn absolute(from: &ModulePath, segments: &[String]) -> Option<ModulePath> {
    let (first, rest) = segments.split_first()?;
    let mut path = match first.as_str() {
        "crate" => Vec::new(),
        "self" => from.clone(),
        _ => from.split_last()?.1.to_vec(),
    };
    for segment in rest {
        match segment.as_str() {
            "super" => _ = path.pop(),
            other => path.push(other.to_owned()),
        }
    }
    Some(path)
}

fn declared(item: &Item) -> Option<&ItemMod> {
    match item {
        Item::Mod(module) if module.content.is_none() => Some(module),
        _ => None,
    }
}

/// The file of a module, and the folder of the modules in it.
fn find(module: &ItemMod, folder: &Path, name: &str) -> (PathBuf, PathBuf) {
    if let Some(path) = module.attrs.iter().find_map(path_attribute) {
        let file = folder.join(path);
        let folder = file.parent().unwrap().to_owned();
        return (file, folder);
    }
    let file = folder.join(format!("{name}.rs"));
    let inside = folder.join(name);
    if file.is_file() { (file, inside) } else { (inside.join("mod.rs"), inside) }
}

fn path_attribute(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(meta) = &attribute.meta else { return None };
    let text = meta.value.to_token_stream().to_string();
    meta.path.is_ident("path").then(|| text.trim_matches('"').to_owned())
}

fn without_tests(items: Vec<Item>) -> Vec<Item> {
    items.into_iter().filter(|item| !attributes(item).iter().any(is_test)).collect()
}

fn is_test(attribute: &Attribute) -> bool {
    let tokens = attribute.meta.to_token_stream().to_string().replace(' ', "");
    tokens == "test" || tokens == "cfg(test)" || tokens == "cfg(doctest)"
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Mod(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn lines(item: &Item) -> usize {
    item.to_token_stream().into_iter().map(|token| token.span().end().line).max().unwrap_or_default()
}

/// The names of `pub use self::..`, each with the path behind `self`.
fn exports(item: &Item) -> Vec<(String, ModulePath)> {
    let mut found = Vec::new();
    if let Item::Use(item) = item
        && let UseTree::Path(tree) = &item.tree
        && tree.ident == "self"
    {
        names(&tree.tree, &mut Vec::new(), &mut found);
    }
    found
}

fn names(tree: &UseTree, path: &mut ModulePath, found: &mut Vec<(String, ModulePath)>) {
    match tree {
        UseTree::Path(tree) => {
            path.push(tree.ident.to_string());
            names(&tree.tree, path, found);
            path.pop();
        }
        UseTree::Name(tree) => found.push((tree.ident.to_string(), path.clone())),
        UseTree::Rename(tree) => found.push((tree.rename.to_string(), path.clone())),
        UseTree::Group(tree) => tree.items.iter().for_each(|tree| names(tree, path, found)),
        UseTree::Glob(_) => {}
    }
}

/// The names that a `lib.rs` re-exports or defines, besides modules and what is hidden.
pub(crate) fn root_names(file: &Path) -> Vec<String> {
    let items = without_tests(syn::parse_file(&fs::read_to_string(file).unwrap()).unwrap().items);
    let mut found = Vec::new();
    for item in &items {
        if let Item::Use(item) = item {
            names(&item.tree, &mut Vec::new(), &mut found);
        }
    }
    found.into_iter().map(|(name, _)| name).collect()
}
