import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.AccountApi;
import org.openapitools.client.api.BatchesApi;
import org.openapitools.client.api.BatchesApi.*;
import org.openapitools.client.api.OutcomesApi;
import org.openapitools.client.api.RulesApi;
import org.openapitools.client.api.SignalPoolApi;
import org.openapitools.client.api.SignalPoolApi.*;
import org.openapitools.client.api.VerdictsApi;
import org.openapitools.client.api.VerdictsApi.*;
import org.openapitools.client.api.VerificationApi;
import org.openapitools.client.api.WebhooksApi;
import org.openapitools.client.model.*;

/** A day's work with the client that openapi-generator generates. */
public class Day {
  static final String SERVICE = System.getenv("SERVICE_URL");
  static final ObjectMapper JSON = ApiClient.createDefaultObjectMapper();

  static ApiClient connect(String url, String key) {
    ApiClient client = new ApiClient();
    client.updateBaseUri(url);
    client.setRequestInterceptor(request -> request.header("X-API-Key", key));
    return client;
  }

  /** The code of the error that a call is refused with. */
  static String code(int status, Callable<?> call) throws Exception {
    try {
      call.call();
      return "no error";
    } catch (ApiException error) {
      if (error.getCode() != status) return "status " + error.getCode();
      return JSON.readValue(error.getResponseBody(), ErrorResponse.class).getError().getCode();
    }
  }

  static BatchStatus finished(BatchesApi batches, String id) throws Exception {
    while (true) {
      BatchStatus batch = batches.getBatch(id);
      if (batch.getStatus() != BatchState.PENDING && batch.getStatus() != BatchState.PROCESSING) return batch;
      Thread.sleep(50);
    }
  }

  static AgentBatchRequest batchOf(List<String> emails) {
    return new AgentBatchRequest().emails(emails);
  }

  public static void main(String[] arguments) throws Exception {
    ApiClient client = connect(SERVICE, System.getenv("API_KEY"));
    ApiClient newer = connect(System.getenv("NEWER_URL"), System.getenv("API_KEY"));
    VerificationApi verification = new VerificationApi(client);
    BatchesApi batches = new BatchesApi(client);
    AccountApi account = new AccountApi(client);
    SignalPoolApi pool = new SignalPoolApi(client);
    WebhooksApi webhooks = new WebhooksApi(client);
    List<String> emails = IntStream.range(0, 2000).mapToObj(n -> "user" + n + "@explicit.mailproof.net").toList();

    // Verify one address, and fifty.
    VerificationResult one = verification.verifyEmail(new VerifyRequest().email(emails.get(0)));
    V2VerificationResult signals = verification.verifyEmailSignals(new V2VerifyRequest().email(emails.get(0)), null);
    BatchVerifyResponse fifty = verification.verifyBatch(new BatchVerifyRequest().emails(emails.subList(0, 50)));

    // Verify thousands in the background.
    String batchId = verification.verifyBulkAgent(batchOf(emails).async(true), null).getBatchId();
    finished(batches, batchId);
    List<AgentResult> results = batches.getBatchResults(batchId).getResults();

    // Upload files, and download one with its verdicts.
    List<String> delimiters = new ArrayList<>();
    String jobId = null;
    for (String delimiter : List.of(",", ";", "\t", "|")) {
      Path file = Files.createTempFile("list", ".csv");
      Files.writeString(file, "name" + delimiter + "email\nAda" + delimiter + emails.get(0) + "\n");
      jobId = batches.uploadBulk(APIUploadBulkRequest.newBuilder()._file(file.toFile()).build()).getJobId();
      delimiters.add(finished(batches, jobId).getFile().getDelimiter());
    }
    File download = batches.downloadBatch(APIDownloadBatchRequest.newBuilder().batchId(jobId).build());

    // Read usage and the pool.
    UsageStats usage = account.getUsage();
    PoolLeaderboard leaderboard = pool.getPoolLeaderboard(APIGetPoolLeaderboardRequest.newBuilder().build());
    ContributorRank rank = pool.getPoolRank(APIGetPoolRankRequest.newBuilder().build());

    // A key with nothing but a name leaves the calling key alone.
    KeyGenerated made = account.generateKey(null, new GenerateKeyRequest().name("java"));
    boolean named = account.listKeys().getKeys().stream().anyMatch(key -> "java".equals(key.getName()));
    account.revokeKey(made.getKey().getId());
    String sandboxKey = account.generateKey(null, new GenerateKeyRequest().sandbox(true)).getApiKey();
    VerificationApi sandbox = new VerificationApi(connect(SERVICE, sandboxKey));

    // A change of the URL alone leaves a disabled webhook disabled.
    CreateWebhookRequest target = new CreateWebhookRequest().url(java.net.URI.create("https://192.0.43.8/java"));
    String hook = webhooks.createWebhook(target, null).getWebhook().getId();
    webhooks.updateWebhook(hook, new UpdateWebhookRequest().status(WebhookStatusChange.DISABLED));
    UpdateWebhookRequest move = new UpdateWebhookRequest().url(java.net.URI.create("https://192.0.43.8/moved"));
    Webhook webhook = webhooks.updateWebhook(hook, move);
    // A newer service may send members and values that this client does not know.
    String unknown = new WebhooksApi(newer).listWebhooks().getWebhooks().get(0).getDisabledReason();
    webhooks.deleteWebhook(hook);

    // Decide by rules and lists, report an outcome, and ask as a form does.
    RuleCondition trial = new RuleCondition().fact("domain").op("eq").value("trial.example");
    Rule never = new Rule().name("No trial mail").when(trial).action(Decision.DENY);
    RulesApi rules = new RulesApi(client);
    Rule rule = rules.putRulesDraft(new RulesDraftRequest().rules(List.of(never))).getRules().get(0);
    rules.activateRules(new ActivateRulesRequest());
    AccountList denied = rules.putList(ListName.DENY, new PutListRequest().entries(List.of("example.edu")));
    ReportedOutcome confirmed = new ReportedOutcome().email(emails.get(0)).outcome(OutcomeName.CONFIRMED);
    OutcomesReceived outcomes =
        new OutcomesApi(client).recordOutcomes(new RecordOutcomesRequest().outcomes(List.of(confirmed)));
    CheckResult checked = verification.checkEmail(new CheckRequest().email(emails.get(0)));

    // Count verdicts, read the last decision, and export everything.
    VerdictsApi log = new VerdictsApi(client);
    Verdicts verdicts = log.getVerdicts(APIGetVerdictsRequest.newBuilder().build());
    DecisionList decisions = log.listDecisions(APIListDecisionsRequest.newBuilder().limit(1).build());
    File exported = log.exportVerifications(APIExportVerificationsRequest.newBuilder().build());

    // Errors are typed.
    String freeKey = account.createAccount(new CreateAccountRequest().email("ada@example.org")).getApiKey();
    VerificationApi free = new VerificationApi(connect(SERVICE, freeKey));
    List<String> slow = IntStream.range(0, 50).mapToObj(n -> "slow+" + n + "@example.net").toList();
    String running = sandbox.verifyBulkAgent(batchOf(slow).async(true), null).getBatchId();
    AccountApi nobody = new AccountApi(connect(SERVICE, "mpk_mistyped"));
    BatchesApi sandboxed = new BatchesApi(connect(SERVICE, sandboxKey));
    VerificationApi upstream = new VerificationApi(newer);
    GenerateKeyRequest verifyOnly = new GenerateKeyRequest().scopes(List.of(KeyScope.VERIFY));
    AccountApi verifier = new AccountApi(connect(SERVICE, account.generateKey(null, verifyOnly).getApiKey()));
    account.generateKey("java", new GenerateKeyRequest().name("once"));
    Map<String, String> errors = new TreeMap<>();
    errors.put("400", code(400, () -> account.generateKey(null, new GenerateKeyRequest().expiresInDays(0))));
    errors.put("401", code(401, nobody::getUsage));
    errors.put("403", code(403, verifier::getUsage));
    errors.put("404", code(404, () -> batches.getBatch("none")));
    errors.put("409", code(409, () -> batches.cancelBatch(batchId, ExpectedBatch.IN_PROGRESS)));
    errors.put("422", code(422, () -> account.generateKey("java", new GenerateKeyRequest().name("twice"))));
    errors.put("425", code(425, () -> sandboxed.getBatchResults(running)));
    errors.put("429", code(429, () -> free.verifyBulkAgent(batchOf(emails), null)));
    errors.put("502", code(502, () -> upstream.verifyEmail(new VerifyRequest().email("upstream-error@example.net"))));
    errors.put("504", code(504, () -> sandbox.verifyEmail(new VerifyRequest().email("upstream-timeout@example.net"))));
    APIGetPoolStatsRequest uncached = APIGetPoolStatsRequest.newBuilder().build();
    String etag = pool.getPoolStatsWithHttpInfo(uncached).getHeaders().get("etag").get(0);
    int unchanged = 200;
    try {
      pool.getPoolStats(etag);
    } catch (ApiException notModified) {
      unchanged = notModified.getCode();
    }
    boolean notJson = false;
    try {
      code(502, () -> upstream.verifyEmail(new VerifyRequest().email("proxy-error@example.net")));
    } catch (JsonProcessingException page) {
      notJson = true;
    }

    Map<String, Object> day = new TreeMap<>();
    day.put("status", one.getStatus());
    day.put("decision", signals.getDefaultDecision());
    day.put("fifty", fifty.getSummary().getValid());
    day.put("accepted", results.stream().mapToInt(AgentResult::getV).sum());
    day.put("delimiters", delimiters);
    day.put("download", Files.readString(download.toPath()).contains("\nAda|" + emails.get(0) + "|valid|"));
    day.put("isUsed", usage.getCurrentMonth().getVerifications() > 0);
    day.put("pool", List.of(leaderboard.getPeriod(), rank.getRank()));
    day.put("key", named);
    day.put("webhook", List.of(webhook.getUrl(), webhook.getStatus()));
    day.put("rule", List.of(rule.getName(), rule.getAction(), denied.getDomains()));
    day.put("outcomes", outcomes.getRecorded());
    day.put("checked", checked.getDecision());
    boolean isExported = Files.readString(exported.toPath()).contains("\"explicit.mailproof.net\"");
    day.put("log", List.of(verdicts.getRange().getCounts().getTotal() > 0, decisions.getDecisions().size(), isExported));
    day.put("unknown", unknown);
    day.put("errors", errors);
    day.put("unchanged", unchanged == 304);
    day.put("notJson", notJson);
    System.out.println(JSON.writeValueAsString(day));
  }
}
