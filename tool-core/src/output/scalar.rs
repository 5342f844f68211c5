//! An output of one integer or boolean, without allocation.

use std::any::Any;

use tool_formats::{Format, FormatError, LossSet};

macro_rules! scalars {
    ($($name:ident $type:ty => $written:ty,)+) => {
        /// A result of one of the types that tools like `add` and `exists` return.
        #[derive(Clone, Copy)]
        pub(crate) enum Scalar {
            $($name($type),)+
        }

        impl Scalar {
            /// `value`, if its type is one of these.
            #[inline]
            pub(crate) fn of<T: 'static>(value: &T) -> Option<Self> {
                let value: &dyn Any = value;
                $(if let Some(value) = value.downcast_ref() {
                    return Some(Self::$name(*value));
                })+
                None
            }

            pub(crate) fn as_any(&self) -> &dyn Any {
                match self {
                    $(Self::$name(value) => value,)+
                }
            }

            pub(crate) fn losses(self, format: Format) -> Result<LossSet, FormatError> {
                match self {
                    $(Self::$name(value) => tool_formats::losses(&<$written>::from(value), format),)+
                }
            }

            pub(crate) fn to_text(self, format: Format) -> Result<String, FormatError> {
                match self {
                    // JSON writes them as Rust shows them.
                    $(Self::$name(value) if format == Format::Json => Ok(value.to_string()),)+
                    $(Self::$name(value) => tool_formats::to_string(&<$written>::from(value), format),)+
                }
            }
        }
    };
}

// The integers of a sign are written by the same code.
scalars! {
    Bool bool => bool,
    I32 i32 => i64,
    I64 i64 => i64,
    U32 u32 => u64,
    U64 u64 => u64,
    Usize usize => usize,
}

#[cfg(test)]
mod tests {
    use tool_formats::Format;

    use crate::output::tool_output::ToolOutput;

    #[test]
    fn an_integer_and_a_truth_value_are_written_as_any_other_value_and_keep_their_type() {
        let output = ToolOutput::value(i32::MIN);

        assert_eq!(output.downcast_ref::<i32>(), Some(&i32::MIN));
        assert_eq!(output.downcast_ref::<i64>(), None);
        for format in Format::enabled() {
            let expected = tool_formats::to_string(&i32::MIN, format).map_err(|error| error.to_string());
            assert_eq!(output.to_text(format).map_err(|error| error.to_string()), expected);
        }
    }

    #[test]
    fn the_json_of_every_scalar_is_that_of_serde_json() {
        let texts = [
            ToolOutput::value(true).to_text(Format::Json),
            ToolOutput::value(-1_i32).to_text(Format::Json),
            ToolOutput::value(i64::MIN).to_text(Format::Json),
            ToolOutput::value(u32::MAX).to_text(Format::Json),
            ToolOutput::value(u64::MAX).to_text(Format::Json),
            ToolOutput::value(0_usize).to_text(Format::Json),
        ];

        let expected = ["true", "-1", "-9223372036854775808", "4294967295", "18446744073709551615", "0"];
        assert_eq!(texts.map(Result::unwrap), expected);
    }
}
