//! `ContentBlock`: text and media in a result.

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use serde::{Deserialize, Serialize};

/// One piece of a message or of a tool's result: text, or media that a model may see or hear.
///
/// Source: MCP 2025-06-18, `ContentBlock`, whose names and fields these are; `file`, and media by `url`, are additions.
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
        /// The bytes, or where they are.
        #[serde(flatten)]
        source: MediaSource,
        /// Such as `image/png`; always there with bytes.
        #[serde(rename = "mimeType", default, skip_serializing_if = "Option::is_none")]
        mime_type: Option<String>,
    },
    /// Sound.
    #[non_exhaustive]
    Audio {
        /// The bytes, or where they are.
        #[serde(flatten)]
        source: MediaSource,
        /// Such as `audio/wav`; always there with bytes.
        #[serde(rename = "mimeType", default, skip_serializing_if = "Option::is_none")]
        mime_type: Option<String>,
    },
    /// A document, such as a PDF.
    #[non_exhaustive]
    File {
        /// The bytes, or where they are.
        #[serde(flatten)]
        source: MediaSource,
        /// Such as `application/pdf`; always there with bytes.
        #[serde(rename = "mimeType", default, skip_serializing_if = "Option::is_none")]
        mime_type: Option<String>,
        /// Its file name.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<String>,
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

/// Where media comes from.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum MediaSource {
    /// The bytes in base64 (RFC 4648, section 4).
    Data(String),
    /// An address that the provider reads, or the id of a file that was uploaded to it.
    Url(String),
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
        Self::Image { source: MediaSource::Data(data.into()), mime_type: Some(mime_type.into()) }
    }

    /// A picture: its bytes and its type.
    #[must_use]
    pub fn image_bytes(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::image(BASE64.encode(bytes), mime_type)
    }

    /// A picture at an address.
    #[must_use]
    pub fn image_url(url: impl Into<String>) -> Self {
        Self::Image { source: MediaSource::Url(url.into()), mime_type: None }
    }

    /// Sound: its bytes in base64, and its type.
    #[must_use]
    pub fn audio(data: impl Into<String>, mime_type: impl Into<String>) -> Self {
        Self::Audio { source: MediaSource::Data(data.into()), mime_type: Some(mime_type.into()) }
    }

    /// Sound: its bytes and its type.
    #[must_use]
    pub fn audio_bytes(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>) -> Self {
        Self::audio(BASE64.encode(bytes), mime_type)
    }

    /// Sound at an address.
    #[must_use]
    pub fn audio_url(url: impl Into<String>) -> Self {
        Self::Audio { source: MediaSource::Url(url.into()), mime_type: None }
    }

    /// A document: its bytes in base64, its type, and its name if it has one.
    #[must_use]
    pub fn file(data: impl Into<String>, mime_type: impl Into<String>, name: Option<String>) -> Self {
        Self::File { source: MediaSource::Data(data.into()), mime_type: Some(mime_type.into()), name }
    }

    /// A document: its bytes, its type, and its name if it has one.
    #[must_use]
    pub fn file_bytes(bytes: impl AsRef<[u8]>, mime_type: impl Into<String>, name: Option<String>) -> Self {
        Self::file(BASE64.encode(bytes), mime_type, name)
    }

    /// A document at an address.
    #[must_use]
    pub fn file_url(url: impl Into<String>) -> Self {
        Self::File { source: MediaSource::Url(url.into()), mime_type: None, name: None }
    }

    /// Something with an address; its type and its text, if they are known.
    #[must_use]
    pub fn resource(uri: impl Into<String>, mime_type: Option<String>, text: Option<String>) -> Self {
        Self::Resource { uri: uri.into(), mime_type, text }
    }

    /// The text of a text block.
    #[must_use]
    pub fn as_text_block(&self) -> Option<&str> {
        match self {
            Self::Text { text } => Some(text),
            _ => None,
        }
    }

    /// What a model reads that can only read.
    pub(crate) fn as_text(&self) -> String {
        match self {
            Self::Text { text } | Self::Resource { text: Some(text), .. } => text.clone(),
            Self::Image { source, mime_type } => described("image", mime_type.as_deref(), source),
            Self::Audio { source, mime_type } => described("audio", mime_type.as_deref(), source),
            Self::File { source, mime_type, name } => {
                described(name.as_deref().unwrap_or("file"), mime_type.as_deref(), source)
            }
            Self::Resource { uri, .. } => format!("[resource, {uri}]"),
        }
    }
}

/// A description of media, such as `[image, image/png, 4 bytes]`.
fn described(what: &str, mime_type: Option<&str>, source: &MediaSource) -> String {
    let mime_type = mime_type.map_or(String::new(), |mime_type| format!(", {mime_type}"));
    match source {
        MediaSource::Data(data) => format!("[{what}{mime_type}, {} bytes]", decoded_len(data)),
        MediaSource::Url(url) => format!("[{what}{mime_type}, {url}]"),
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
            Self::File { .. } => "ContentBlock::File(..)",
            Self::Resource { .. } => "ContentBlock::Resource(..)",
        })
    }
}

impl fmt::Debug for MediaSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Data(_) => "MediaSource::Data(..)",
            Self::Url(_) => "MediaSource::Url(..)",
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

    #[test]
    fn bytes_are_written_in_base64_and_an_address_as_it_is() {
        let written = |block| serde_json::to_string(&block).unwrap();

        assert_eq!(
            written(ContentBlock::image_bytes([0, 1, 2], "image/png")),
            r#"{"type":"image","data":"AAEC","mimeType":"image/png"}"#
        );
        assert_eq!(
            written(ContentBlock::image_url("https://a.b/c.png")),
            r#"{"type":"image","url":"https://a.b/c.png"}"#
        );
        assert_eq!(
            written(ContentBlock::file_bytes([0, 1], "application/pdf", Some("a.pdf".to_owned()))),
            r#"{"type":"file","data":"AAE=","mimeType":"application/pdf","name":"a.pdf"}"#
        );
    }

    #[test]
    fn every_block_is_read_as_it_was_written() {
        let blocks = [
            ContentBlock::text("a"),
            ContentBlock::image("AAEC", "image/png"),
            ContentBlock::image_url("https://a.b/c.png"),
            ContentBlock::audio_bytes([1], "audio/wav"),
            ContentBlock::audio_url("https://a.b/c.wav"),
            ContentBlock::file("AAEC", "application/pdf", None),
            ContentBlock::file_url("https://a.b/c.pdf"),
            ContentBlock::resource("file:///a.txt", Some("text/plain".to_owned()), None),
        ];

        let text = serde_json::to_string(&blocks).unwrap();

        assert_eq!(serde_json::from_str::<Vec<ContentBlock>>(&text).unwrap(), blocks);
    }
}
