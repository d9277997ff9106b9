// The checker of `bench mailbox-peers` that asks by Reacher's check-if-email-exists: prints yes, no or unknown for each address.
use check_if_email_exists::smtp::verif_method::VerifMethod;
use check_if_email_exists::{check_email, CheckEmailInput, Reachable};
use std::time::Duration;

#[tokio::main]
async fn main() {
    for to_email in std::env::args().skip(1) {
        let verif_method = VerifMethod::new_with_same_config_for_all(
            None,
            "probe.mailproof.net".into(),
            "probe@mailproof.net".into(),
            25,
            Some(Duration::from_secs(10)),
            1,
        );
        let input = CheckEmailInput { to_email, verif_method, ..Default::default() };
        println!(
            "{}",
            match check_email(&input).await.is_reachable {
                Reachable::Safe => "yes",
                Reachable::Invalid => "no",
                Reachable::Risky | Reachable::Unknown => "unknown",
            }
        );
    }
}
