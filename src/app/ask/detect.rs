//! Which language a text is in, where that is sure.

use whatlang::Lang;

/// Below so many characters no language is sure.
const LEAST: usize = 12;

/// The English name of a text's language; `None` where it is not sure.
pub fn detect(text: &str) -> Option<&'static str> {
    if text.chars().filter(|c| c.is_alphabetic()).count() < LEAST {
        return None;
    }
    let found = whatlang::detect(text).filter(whatlang::Info::is_reliable)?;
    let name = match found.lang() {
        Lang::Cmn => "Chinese",
        Lang::Nob => "Norwegian",
        Lang::Pes => "Persian",
        lang => lang.eng_name(),
    };
    crate::model::language::named(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_sure_is_told_and_the_rest_is_not() {
        for (text, language) in [
            ("Should the session cache move to Redis before the next release?", Some("English")),
            (
                "Sollen wir den Sitzungsspeicher vor der nächsten Version nach Redis verlegen?",
                Some("German"),
            ),
            (
                "Faut-il déplacer le cache des sessions vers Redis avant la prochaine version ?",
                Some("French"),
            ),
            ("Стоит ли перенести кэш сессий в Redis до следующего выпуска?", Some("Russian")),
            (
                "¿Deberíamos mover la caché de sesiones a Redis antes de la próxima versión?",
                Some("Spanish"),
            ),
            ("次のリリースの前にセッションキャッシュをRedisへ移すべきですか？", Some("Japanese")),
            ("Redis?", None),
            ("TCK-00012 src/a.rs", None),
        ] {
            assert_eq!(detect(text), language, "{text}");
        }
    }
}
