//! A day's work with the client that progenitor generates.
use futures_util::TryStreamExt;
use mailproof::types::{AgentBatchRequest, BatchState, BatchStatus, ErrorResponse, ExpectedBatch, ListName, UploadAccepted};
use mailproof::{ByteStream, Client, Error, ResponseValue};
use reqwest::header::{HeaderMap, HeaderValue};
use reqwest::multipart::{Form, Part};
use serde_json::{from_value, json};
use std::collections::BTreeMap;
use std::env::var;
use std::time::Duration;

type Failure = Box<dyn std::error::Error>;

/// The HTTP client that sends the key with every request.
fn authorized(key: &str) -> Result<reqwest::Client, Failure> {
    let headers = HeaderMap::from_iter([("x-api-key".parse()?, HeaderValue::from_str(key)?)]);
    Ok(reqwest::Client::builder().default_headers(headers).build()?)
}

fn connect(url: &str, key: &str) -> Result<Client, Failure> {
    Ok(Client::new_with_client(url, authorized(key)?))
}

fn code<T>(status: u16, answer: Result<ResponseValue<T>, Error<ErrorResponse>>) -> String {
    match answer {
        Err(Error::ErrorResponse(refusal)) if refusal.status() == status => refusal.error.code.clone(),
        Err(error) => format!("another error: {error}"),
        Ok(_) => "no error".into(),
    }
}

async fn finished(client: &Client, id: &str) -> Result<BatchStatus, Failure> {
    loop {
        let batch = client.get_batch(&id.parse()?).await?.into_inner();
        if !matches!(batch.status, BatchState::Pending | BatchState::Processing) {
            return Ok(batch);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// progenitor reads no forms: files are uploaded by the HTTP client that it uses.
async fn upload(http: &reqwest::Client, url: &str, csv: String) -> Result<String, Failure> {
    let form = Form::new().part("file", Part::text(csv).file_name("list.csv"));
    let answer = http.post(format!("{url}/v1/bulk/upload")).multipart(form).send().await?;
    Ok(answer.error_for_status()?.json::<UploadAccepted>().await?.job_id)
}

async fn text(body: ByteStream) -> Result<String, Failure> {
    let chunks: Vec<_> = body.into_inner().try_collect().await?;
    Ok(String::from_utf8(chunks.concat())?)
}

fn batch(emails: &[String], in_background: bool) -> Result<AgentBatchRequest, Failure> {
    Ok(from_value(json!({ "emails": emails, "async": in_background }))?)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let (service, key) = (var("SERVICE_URL")?, var("API_KEY")?);
    let client = connect(&service, &key)?;
    let newer = connect(&var("NEWER_URL")?, &key)?;
    let emails: Vec<String> = (0..2000).map(|n| format!("user{n}@explicit.mailproof.net")).collect();
    let email = &emails[0];

    // Verify one address, and fifty. Types are made of JSON where most members are left out.
    let one = client.verify_email(&from_value(json!({ "email": email }))?).await?;
    let signals = client.verify_email_signals(None, &from_value(json!({ "email": email }))?).await?;
    let fifty = client.verify_batch(&from_value(json!({ "emails": &emails[..50] }))?).await?;

    // Verify thousands in the background.
    let accepted = client.verify_bulk_agent(None, &batch(&emails, true)?).await?.into_inner();
    let batch_id = accepted.batch_id.unwrap_or_default();
    finished(&client, &batch_id).await?;
    let results = client.get_batch_results(&batch_id.parse()?).await?.into_inner().results;

    // Upload files, and download one with its verdicts.
    let http = authorized(&key)?;
    let mut delimiters = Vec::new();
    let mut job_id = String::new();
    for delimiter in [",", ";", "\t", "|"] {
        let csv = format!("name{delimiter}email\nAda{delimiter}{email}\n");
        job_id = upload(&http, &service, csv).await?;
        delimiters.extend(finished(&client, &job_id).await?.file.map(|file| file.delimiter));
    }
    let download = client.download_batch(&job_id.parse()?, None, None, None).await?.into_inner();

    // Read usage and the pool.
    let usage = client.get_usage().await?;
    let leaderboard = client.get_pool_leaderboard(None, None, None).await?;
    let rank = client.get_pool_rank(None).await?;

    // A key with nothing but a name leaves the calling key alone.
    let made = client.generate_key(None, &from_value(json!({ "name": "rust" }))?).await?;
    let keys = client.list_keys().await?.into_inner().keys;
    client.revoke_key(&made.key.id.parse()?).await?;
    let sandboxed = client.generate_key(None, &from_value(json!({ "sandbox": true }))?).await?;
    let sandbox = connect(&service, &sandboxed.api_key)?;

    // A change of the URL alone leaves a disabled webhook disabled.
    let target = from_value(json!({ "url": "https://192.0.43.8/rust" }))?;
    let hook = client.create_webhook(None, &target).await?.into_inner().webhook.id;
    client.update_webhook(&hook.parse()?, &from_value(json!({ "status": "disabled" }))?).await?;
    let change = from_value(json!({ "url": "https://192.0.43.8/moved" }))?;
    let webhook = client.update_webhook(&hook.parse()?, &change).await?;
    // A newer service may send members and values that this client does not know.
    let unknown = newer.list_webhooks().await?.webhooks[0].disabled_reason.clone();
    client.delete_webhook(&hook.parse()?).await?;

    // Decide by rules and lists, report an outcome, and ask as a form does.
    let trial = json!({ "fact": "domain", "op": "eq", "value": "trial.example" });
    let never = json!({ "name": "No trial mail", "when": trial, "action": "deny" });
    let draft = client.put_rules_draft(&from_value(json!({ "rules": [never] }))?).await?;
    client.activate_rules(&from_value(json!({}))?).await?;
    let entries = from_value(json!({ "entries": ["example.edu"] }))?;
    let denied = client.put_list(ListName::Deny, &entries).await?;
    let confirmed = from_value(json!({ "outcomes": [{ "email": email, "outcome": "confirmed" }] }))?;
    let outcomes = client.record_outcomes(&confirmed).await?;
    let checked = client.check_email(&from_value(json!({ "email": email }))?).await?;

    // Count verdicts, read the last decision, and export everything.
    let verdicts = client.get_verdicts(None, None, None, None, None, None, None, None).await?;
    let limit = Some(1.try_into()?);
    let decisions = client.list_decisions(None, None, None, None, limit, None, None, None, None).await?;
    let exported = client.export_verifications(None, None, None, None).await?.into_inner();

    // Errors are typed.
    let free = client.create_account(&from_value(json!({ "email": "ada@example.org" }))?).await?;
    let free = connect(&service, &free.api_key)?;
    let slow: Vec<String> = (0..50).map(|n| format!("slow+{n}@example.net")).collect();
    let running = sandbox.verify_bulk_agent(None, &batch(&slow, true)?).await?.into_inner();
    let running = running.batch_id.unwrap_or_default();
    let verify_only = client.generate_key(None, &from_value(json!({ "scopes": ["verify"] }))?).await?;
    let verifier = connect(&service, &verify_only.api_key)?;
    let nobody = connect(&service, "mpk_mistyped")?;
    let once = Some("rust".parse()?);
    client.generate_key(once.as_ref(), &from_value(json!({ "name": "once" }))?).await?;
    let twice = from_value(json!({ "name": "twice" }))?;
    let too_long = from_value(json!({ "revoke_current_after_s": 5_000_000 }))?;
    let upstream = from_value(json!({ "email": "upstream-error@example.net" }))?;
    let timeout = from_value(json!({ "email": "upstream-timeout@example.net" }))?;
    let errors = BTreeMap::from([
        ("400", code(400, client.generate_key(None, &too_long).await)),
        ("401", code(401, nobody.get_usage().await)),
        ("403", code(403, verifier.get_usage().await)),
        ("404", code(404, client.get_batch(&"none".parse()?).await)),
        ("409", code(409, client.cancel_batch(&batch_id.parse()?, Some(ExpectedBatch::InProgress)).await)),
        ("422", code(422, client.generate_key(once.as_ref(), &twice).await)),
        ("425", code(425, sandbox.get_batch_results(&running.parse()?).await)),
        ("429", code(429, free.verify_bulk_agent(None, &batch(&emails, false)?).await)),
        ("502", code(502, newer.verify_email(&upstream).await)),
        ("504", code(504, sandbox.verify_email(&timeout).await)),
    ]);
    let stats = client.get_pool_stats(None).await?;
    let etag = stats.headers().get("etag").ok_or("no ETag")?.to_str()?;
    let unchanged = client.get_pool_stats(Some(etag)).await;
    let proxied = newer.verify_email(&from_value(json!({ "email": "proxy-error@example.net" }))?).await;

    let day = json!({
        "status": one.status,
        "decision": signals.default_decision,
        "fifty": fifty.summary.valid,
        "accepted": results.iter().filter(|result| result.v == 1).count(),
        "delimiters": delimiters,
        "download": text(download).await?.contains(&format!("\nAda|{email}|valid|")),
        "isUsed": usage.current_month.verifications > 0,
        "pool": [json!(leaderboard.period), json!(rank.rank)],
        "key": keys.iter().any(|key| key.name.as_deref() == Some("rust")),
        "webhook": [json!(webhook.url), json!(webhook.status)],
        "rule": [json!(draft.rules[0].name), json!(draft.rules[0].action), json!(denied.domains)],
        "outcomes": outcomes.recorded,
        "checked": checked.decision,
        "log": [
            json!(verdicts.range.counts.total > 0),
            json!(decisions.decisions.len()),
            json!(text(exported).await?.contains("\"explicit.mailproof.net\"")),
        ],
        "unknown": unknown,
        "errors": errors,
        "unchanged": matches!(unchanged, Err(Error::UnexpectedResponse(answer)) if answer.status() == 304),
        "notJson": matches!(proxied, Err(Error::InvalidResponsePayload(..))),
    });
    println!("{day}");
    Ok(())
}
