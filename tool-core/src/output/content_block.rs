//! `ContentBlock`: text and media in a result.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One piece of a tool's result: text, or media that a model may see or hear.
///
/// Source: MCP 2025-06-18, `ContentBlock`, whose names and fields these are.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
#[non_exhaustive]
pub enum ContentBlock {
    /// Text.
    #[non_exhaustive]
    Text {
        /// The text.
        text: String,
    },
    /// A picture.
    #[non_exhaustive]
    Image {
        /// The bytes in base64 (RFC 4648, section 4).
        data: String,
        /// Such as `image/png`.
        #[serde(rename = "mimeType")]
        mime_type: String,
    },
    /// Sound.
    #[non_exhaustive]
    Audio {
        /// The bytes in base64.
        data: String,
        /// Such as `audio/wav`.
        #[serde(rename = "mimeType")]
        mime_type: String,
    },
    /// Something with an address.
    #[non_exhaustive]
    Resource {
        /// Its address.
        uri: String,
        /// Its type, if it is known.
        #[serde(rename = "mimeType", default, skip_serializing_if = "Option::is_none")]
        mime_type: Option<String>,
        /// Its text, if it is text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<String>,
    },
}

impl ContentBlock {
    /// Text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text { text: text.into() }
    }

    /// A picture: its bytes in base64, and its type.
    #[must_use]
    pub fn image(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self::Image { data: data.into(), mime_type: mime_type.into() }
    }

    /// Sound: its bytes in base64, and its type.
    #[must_use]
    pub fn audio(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self::Audio { data: data.into(), mime_type: mime_type.into() }
    }

    /// Something with an address; its type and its text, if they are known.
    #[must_use]
    pub fn resource(uri: impl Into<String>, mime_type: Option<String>, text: Option<String>) -> Self {
        Self::Resource { uri: uri.into(), mime_type, text }
    }

    /// What a model reads that can only read.
    pub(crate) fn as_text(&self) -> String {
        match self {
            Self::Text { text } | Self::Resource { text: Some(text), .. } => text.clone(),
            Self::Image { data, mime_type } => format!("[image, {mime_type}, {} bytes]", decoded_len(data)),
            Self::Audio { data, mime_type } => format!("[audio, {mime_type}, {} bytes]", decoded_len(data)),
            Self::Resource { uri, .. } => format!("[resource, {uri}]"),
        }
    }
}

/// The blocks as text, one below the other.
pub(crate) fn as_text(blocks: &[ContentBlock]) -> String {
    blocks.iter().map(ContentBlock::as_text).collect::<Vec<_>>().join("\n")
}

fn decoded_len(base64: &str) -> usize {
    base64.trim_end_matches('=').len() * 3 / 4
}

// Media is long, and a result may be private.
impl fmt::Debug for ContentBlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text { .. } => "ContentBlock::Text(..)",
            Self::Image { .. } => "ContentBlock::Image(..)",
            Self::Audio { .. } => "ContentBlock::Audio(..)",
            Self::Resource { .. } => "ContentBlock::Resource(..)",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{ContentBlock, as_text};

    #[test]
    fn media_is_named_where_only_text_is_read() {
        let blocks = [
            ContentBlock::text("Two files:"),
            ContentBlock::image("AAECAw==", "image/png"),
            ContentBlock::audio("AAEC", "audio/wav"),
            ContentBlock::Resource { uri: "file:///a.txt".to_owned(), mime_type: None, text: Some("a".to_owned()) },
            ContentBlock::Resource { uri: "file:///b.bin".to_owned(), mime_type: None, text: None },
        ];

        assert_eq!(
            as_text(&blocks),
            "Two files:\n[image, image/png, 4 bytes]\n[audio, audio/wav, 3 bytes]\na\n[resource, file:///b.bin]"
        );
    }

    #[test]
    fn blocks_are_written_as_mcp_writes_them() {
        let block = ContentBlock::image("AAEC", "image/png");

        assert_eq!(serde_json::to_string(&block).unwrap(), r#"{"type":"image","data":"AAEC","mimeType":"image/png"}"#);
    }
}
