// Reads what read_back.py has left in a folder, with the npm packages `yaml` and `@toon-format/toon`.
//
// Usage: node read_back.mjs FOLDER MODULES
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { isDeepStrictEqual } from "node:util";

const [folder, modules] = process.argv.slice(2);
const require = createRequire(join(resolve(modules), "package.json"));
const yaml = require("yaml");
const { decode } = await import(join(resolve(modules), "node_modules/@toon-format/toon/dist/index.mjs"));

const parseYaml = (version) => (text) => yaml.parse(text, { version, maxAliasCount: 0 });
const parsers = [
  ["yaml", "YAML 1.1", parseYaml("1.1")],
  ["yaml", "YAML 1.2", parseYaml("1.2")],
  ["compact.yaml", "YAML 1.1", parseYaml("1.1")],
  ["compact.yaml", "YAML 1.2", parseYaml("1.2")],
  ["toon", "TOON", decode],
  ["tab.toon", "TOON", decode],
];
const failures = [];
const numbers = readdirSync(folder).filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -5));
for (const number of numbers) {
  const expected = JSON.parse(readFileSync(join(folder, `${number}.json`), "utf8"));
  for (const [suffix, language, parse] of parsers) {
    const [name, text] = [`${suffix}, ${language}`, readFileSync(join(folder, `${number}.${suffix}`), "utf8")];
    try {
      const found = parse(text);
      if (!isDeepStrictEqual(plain(found), plain(expected))) failures.push(`document ${number}, ${name}: differs`);
    } catch (error) {
      failures.push(`document ${number}, ${name}: ${error.message.split("\n")[0]}`);
    }
  }
}

// The order of keys is that of the first row in a table of TOON, and a zero has no sign there.
function plain(value) {
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return Object.is(value, -0) ? 0 : value;
  return Object.keys(value).sort().map((key) => [key, plain(value[key])]);
}

console.log(`${numbers.length} documents read back by npm yaml and @toon-format/toon`);
if (failures.length > 0) {
  console.error(failures.join("\n"));
  process.exit(1);
}
