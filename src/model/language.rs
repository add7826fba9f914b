//! Languages that people are answered in, by their English names.

/// The language of an answer when nothing else says it.
pub const DEFAULT: &str = "English";

/// Those that can be named, sorted.
const NAMES: [&str; 106] = [
    "Afrikaans",
    "Albanian",
    "Amharic",
    "Arabic",
    "Armenian",
    "Assamese",
    "Azerbaijani",
    "Basque",
    "Belarusian",
    "Bengali",
    "Bosnian",
    "Breton",
    "Bulgarian",
    "Burmese",
    "Cantonese",
    "Catalan",
    "Chinese",
    "Corsican",
    "Croatian",
    "Czech",
    "Danish",
    "Dutch",
    "English",
    "Esperanto",
    "Estonian",
    "Faroese",
    "Filipino",
    "Finnish",
    "French",
    "Frisian",
    "Galician",
    "Georgian",
    "German",
    "Greek",
    "Gujarati",
    "Haitian Creole",
    "Hausa",
    "Hebrew",
    "Hindi",
    "Hungarian",
    "Icelandic",
    "Igbo",
    "Indonesian",
    "Irish",
    "Italian",
    "Japanese",
    "Javanese",
    "Kannada",
    "Kazakh",
    "Khmer",
    "Kinyarwanda",
    "Korean",
    "Kurdish",
    "Kyrgyz",
    "Lao",
    "Latin",
    "Latvian",
    "Lithuanian",
    "Luxembourgish",
    "Macedonian",
    "Malagasy",
    "Malay",
    "Malayalam",
    "Maltese",
    "Mandarin",
    "Maori",
    "Marathi",
    "Mongolian",
    "Nepali",
    "Norwegian",
    "Occitan",
    "Oriya",
    "Pashto",
    "Persian",
    "Polish",
    "Portuguese",
    "Punjabi",
    "Romanian",
    "Russian",
    "Samoan",
    "Scottish Gaelic",
    "Serbian",
    "Shona",
    "Sindhi",
    "Sinhala",
    "Slovak",
    "Slovenian",
    "Somali",
    "Spanish",
    "Sundanese",
    "Swahili",
    "Swedish",
    "Tajik",
    "Tamil",
    "Telugu",
    "Thai",
    "Turkish",
    "Turkmen",
    "Ukrainian",
    "Urdu",
    "Uzbek",
    "Vietnamese",
    "Welsh",
    "Yiddish",
    "Yoruba",
    "Zulu",
];

/// The language with this English name, whatever the case of its letters.
pub fn named(word: &str) -> Option<&'static str> {
    NAMES.into_iter().find(|name| name.eq_ignore_ascii_case(word.trim()))
}

/// Why a word names no language.
pub fn unknown(word: &str) -> String {
    let near = super::slip::nearest(word, NAMES);
    let meant = super::slip::did_you_mean(&near);
    let word: String = word.chars().take(40).collect();
    format!("{word:?} is no language known here{meant}; write its English name, as in German")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_its_english_name() {
        assert!(NAMES.is_sorted());
        assert_eq!(named("german"), Some("German"));
        assert_eq!(named(DEFAULT), Some(DEFAULT));
        assert_eq!(named("Elvish"), None);
        assert_eq!(
            unknown("Germn"),
            "\"Germn\" is no language known here; did you mean German?; write its English name, as in German"
        );
    }
}
