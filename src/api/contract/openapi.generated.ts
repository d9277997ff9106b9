// Made from schema/openapi.yaml by `npm run generate`. Do not edit.
export interface components {
    schemas: {
        /** @description One address to verify. */
        readonly VerifyRequest: {
            /**
             * @description The email address. Any text is accepted and judged as given, never trimmed: what is no address gets a result
             *     with `checks.syntax` false.
             * @example jane.doe@gmail.com
             */
            readonly email: string;
            /**
             * @description Contribute the result to the signal pool. For Starter and higher plans; on the free plan it is taken as false
             *     and `X-Signal-Sharing` says so.
             * @default false
             * @example false
             */
            readonly share_signals: boolean;
            /**
             * @description Add the steps of the verification, with their outcomes and times, to each result.
             * @default false
             * @example false
             */
            readonly debug: boolean;
        };
        /** @description One address to verify. */
        readonly V2VerifyRequest: {
            /**
             * @description The email address. Any text is accepted and judged as given, never trimmed.
             * @example jane.doe+news@gmail.com
             */
            readonly email: string;
        };
        /** @description Addresses to verify. */
        readonly BatchVerifyRequest: {
            /**
             * @description The email addresses, 1 to 1,000. Any text is accepted as an entry and judged as given: what is no address gets a
             *     result with `checks.syntax` false.
             * @example [
             *       "jane.doe@gmail.com",
             *       "jane.doe@gmial.con"
             *     ]
             */
            readonly emails: readonly string[];
            /**
             * @description Contribute the result to the signal pool. For Starter and higher plans; on the free plan it is taken as false
             *     and `X-Signal-Sharing` says so.
             * @default false
             * @example false
             */
            readonly share_signals: boolean;
            /**
             * @description Add the steps of the verification, with their outcomes and times, to each result.
             * @default false
             * @example false
             */
            readonly debug: boolean;
        };
        /** @description Addresses to verify. */
        readonly AgentBatchRequest: {
            /**
             * @description The email addresses, 1 to 10,000, with `async` to 50,000. Any text is accepted as an entry and judged as given:
             *     what is no address gets a result with `e` syntax.
             * @example [
             *       "jane.doe@gmail.com",
             *       "jane.doe@gmial.con"
             *     ]
             */
            readonly emails: readonly string[];
            /**
             * @description `compact`: a few short members for each address; `full`: those of a VerificationResult too.
             * @default compact
             * @example compact
             * @enum {string}
             */
            readonly format: "compact" | "full";
            /**
             * @description Answer at once and work afterwards; for more than 1,000 addresses, needed for more than 10,000.
             * @default false
             * @example false
             */
            readonly async: boolean;
            /**
             * Format: uri
             * @description Who is called when the work has ended, an `http` or `https` URL. Without a name that leads to a public address
             *     it is refused.
             * @example https://example.com/hooks/mailproof
             */
            readonly webhook_url?: string;
            /**
             * @description Contribute the result to the signal pool. For Starter and higher plans; on the free plan it is taken as false
             *     and `X-Signal-Sharing` says so.
             * @default false
             * @example false
             */
            readonly share_signals: boolean;
            /**
             * @description Add the steps of the verification, with their outcomes and times, to each result.
             * @default false
             * @example false
             */
            readonly debug: boolean;
        };
        /** @description A CSV file, and how to read it. */
        readonly UploadRequest: {
            /**
             * Format: binary
             * @description The CSV file, at most 100 MB and 1,000,000 rows.
             * @example email,name
             *     jane.doe@gmail.com,Jane
             */
            readonly file: string;
            /**
             * Format: uri
             * @description Who is called when the work has ended, an `http` or `https` URL. Without a name that leads to a public address
             *     it is refused.
             * @example https://example.com/hooks/mailproof
             */
            readonly webhook_url?: string;
            /**
             * @description Which column has the addresses: its name in the header, or its number, from 1. Without it the column is found by
             *     its name or by what is in it.
             * @example contact
             */
            readonly email_column?: string;
            /**
             * @description Whether the first row names the columns. Without it that is found out.
             * @example true
             */
            readonly has_header?: boolean;
        };
        /** @description The URL and events of the webhook. */
        readonly CreateWebhookRequest: {
            /**
             * Format: uri
             * @description What is called, an `http` or `https` URL without credentials that leads to a public address.
             * @example https://example.com/hooks/mailproof
             */
            readonly url: string;
            /**
             * @description Events to subscribe to. Default or null: all events.
             * @example [
             *       "bulk.completed"
             *     ]
             */
            readonly events?: readonly components["schemas"]["WebhookEvent"][] | null;
        };
        /** @description What to change; every member may be left out. */
        readonly UpdateWebhookRequest: {
            /**
             * Format: uri
             * @description What is called, an `http` or `https` URL without credentials that leads to a public address.
             * @example https://example.com/hooks/mailproof
             */
            readonly url?: string;
            /**
             * @description Events to subscribe to. Default or null: all events.
             * @example [
             *       "bulk.completed"
             *     ]
             */
            readonly events?: readonly components["schemas"]["WebhookEvent"][] | null;
            /**
             * @description Status of the webhook.
             * @example disabled
             * @enum {string}
             */
            readonly status?: "enabled" | "disabled";
        };
        /**
         * @description `verification.completed`: a single verification was answered. `bulk.completed`: a batch or an upload has ended,
         *     however it ended. `usage.limit_reached`: the addresses of the month are used up.
         * @example bulk.completed
         * @enum {string}
         */
        readonly WebhookEvent: "verification.completed" | "bulk.completed" | "usage.limit_reached";
        /** @description Contact details of the new account. */
        readonly CreateAccountRequest: {
            /**
             * Format: email
             * @description Where the account's owner is reached. It must be an email address (RFC 5321), or the answer is 400.
             * @example jane.doe@gmail.com
             */
            readonly email: string;
            /**
             * @description What to call the account's owner.
             * @example Jane Doe
             */
            readonly name?: string;
        };
        /** @description What kind of key to make; every member may be left out. */
        readonly GenerateKeyRequest: {
            /**
             * @description A name by which you know the key again.
             * @example web server
             */
            readonly name?: string;
            /**
             * @description After how many days the key stops working; without it, never.
             * @example 365
             */
            readonly expires_in_days?: number;
            /**
             * @description After how many seconds the key that this call is made with stops working, up to 30 days; 0 is at once. Without
             *     it, that key goes on working.
             * @example 86400
             */
            readonly revoke_current_after_s?: number;
            /**
             * @description Make a sandbox key, whose calls cost nothing and answer by the local part of the address. Without it, the key is
             *     of the same kind as the one that the call is made with. A sandbox key can only make sandbox keys.
             * @example false
             */
            readonly sandbox?: boolean;
        };
        /** @description The verdict on one address. */
        readonly VerificationResult: {
            /**
             * Format: email
             * @description The address verified, exactly as given, even when it is none.
             * @example jane.doe@gmail.com
             */
            readonly email?: string;
            /**
             * @description Whether mail can be delivered there; also true when the address was accepted by a fallback.
             * @example true
             */
            readonly valid?: boolean;
            /**
             * @description Verification status. `unknown` when DNS could not tell.
             * @example valid
             * @enum {string}
             */
            readonly status?: "valid" | "invalid" | "unknown";
            /**
             * @description Why the status is invalid; only then. `syntax` no address; `dns` the domain does not exist or has no records for
             *     mail; `mx` no mail server can be reached; `null_mx` the domain says that it takes no mail (RFC 7505);
             *     `reserved_domain` a name that is never in the public DNS (RFC 2606, 6761, 7686).
             * @example dns
             */
            readonly reason?: string;
            /**
             * @description True when a major provider's domain had a transient DNS error and was accepted because it is known to be valid,
             *     and not by its MX records.
             * @example false
             */
            readonly is_known_valid_fallback?: boolean;
            /**
             * @description True when a transient DNS or resolver error caused an optimistic accept. Who wants every accept that was not
             *     verified tests this or `is_known_valid_fallback`.
             * @example false
             */
            readonly is_dns_fallback?: boolean;
            /** @description Individual checks. */
            readonly checks?: {
                /**
                 * @description The text is an address by RFC 5321 and 6531.
                 * @example true
                 */
                readonly syntax?: boolean;
                /**
                 * @description The domain has valid DNS records.
                 * @example true
                 */
                readonly dns?: boolean;
                /**
                 * @description The domain has valid MX records. False also where mail goes to the domain's own address.
                 * @example true
                 */
                readonly mx?: boolean;
                /**
                 * @description The domain is one of a disposable address service.
                 * @example false
                 */
                readonly disposable?: boolean;
                /**
                 * @description The local part names a function and not a person, such as `info` or `postmaster`.
                 * @example false
                 */
                readonly role?: boolean;
                /**
                 * @description Anyone can get a mailbox at this provider without paying.
                 * @example true
                 */
                readonly free?: boolean;
            };
            /**
             * @description The result came from the signal pool, where other clients' results are.
             * @example false
             */
            readonly from_pool?: boolean;
            /**
             * Format: float
             * @description Confidence from consensus; only when `from_pool`.
             * @example 0.87
             */
            readonly pool_confidence?: number;
            /**
             * @description Number of clients that validated this address; only when `from_pool`.
             * @example 12
             */
            readonly pool_validations?: number;
            /**
             * @description Credits earned for contributing this validation; only when it was contributed.
             * @example 2
             */
            readonly credits_earned?: number;
            /**
             * @description True when this was the first validation of the address in the pool; only when it was contributed. The pool knows an address once enough accounts contributed it for the pool to answer (three by default): until then, each of them is among its first, and none is told whether there were others.
             * @example true
             */
            readonly unique_contribution?: boolean;
            /** @description Additional information about the address. */
            readonly metadata?: {
                /**
                 * @description The domain of the address.
                 * @example gmail.com
                 */
                readonly domain?: string;
                /**
                 * @description Mail provider, if known.
                 * @example gmail
                 */
                readonly provider?: string;
                /**
                 * @description The whole corrected address, when the domain was probably mistyped. Never a verdict.
                 * @example jane.doe@gmail.com
                 */
                readonly did_you_mean?: string;
            };
            /** @description How the verdict was reached; only when `debug` was asked for. */
            readonly debug?: {
                /** @description The steps, in the order in which they were done. */
                readonly steps: readonly components["schemas"]["DebugStep"][];
            };
        };
        /** @description One step of a verification. */
        readonly DebugStep: {
            /**
             * @description What was done.
             * @example route
             */
            readonly name: string;
            /**
             * @description What came of it.
             * @example explicit
             */
            readonly outcome: string;
            /**
             * @description How long it took, in milliseconds.
             * @example 11.4
             */
            readonly ms: number;
        };
        /** @description The results of a batch. */
        readonly BatchVerifyResponse: {
            /** @description One result for each entry of `emails`, in the same order. */
            readonly results: readonly components["schemas"]["VerificationResult"][];
            /** @description How many results there are of each status. */
            readonly summary: {
                /**
                 * @description Number of addresses.
                 * @example 2
                 */
                readonly total: number;
                /**
                 * @description Results of status valid.
                 * @example 1
                 */
                readonly valid: number;
                /**
                 * @description Results of status invalid.
                 * @example 1
                 */
                readonly invalid: number;
                /**
                 * @description Results of status unknown; they are not charged.
                 * @example 0
                 */
                readonly unknown: number;
            };
        };
        /** @description The results of a batch, in short. */
        readonly AgentBatchResponse: {
            /**
             * @description Identifies the request or the batch.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly id: string;
            /** @description One result for each address, in the order of the input. */
            readonly results: readonly (components["schemas"]["AgentResult"] | components["schemas"]["AgentFullResult"])[];
            /** @description Totals. */
            readonly stats: {
                /**
                 * @description Addresses processed.
                 * @example 2
                 */
                readonly t: number;
                /**
                 * @description How many of them are valid.
                 * @example 1
                 */
                readonly v: number;
                /**
                 * @description Milliseconds that it took.
                 * @example 25
                 */
                readonly ms: number;
                /**
                 * @description Addresses a second.
                 * @example 80
                 */
                readonly eps: number;
            };
        };
        /** @description The verdict on one address, in short. */
        readonly AgentResult: {
            /**
             * @description Place of the address in the input, from 0.
             * @example 0
             */
            readonly i: number;
            /**
             * @description 1 valid, 0 invalid.
             * @example 1
             * @enum {integer}
             */
            readonly v: 0 | 1;
            /**
             * @description 1 disposable, 0 not.
             * @example 0
             * @enum {integer}
             */
            readonly d: 0 | 1;
            /**
             * @description Why it is invalid, only then; the same words as `reason` of a VerificationResult.
             * @example dns
             */
            readonly e?: string;
            /** @description How the verdict was reached; only when `debug` was asked for. */
            readonly debug?: {
                /** @description The steps, in the order in which they were done. */
                readonly steps: readonly components["schemas"]["DebugStep"][];
            };
        };
        /** @description The verdict on one address, in short and as a VerificationResult. */
        readonly AgentFullResult: {
            /**
             * @description Place of the address in the input, from 0.
             * @example 0
             */
            readonly i: number;
            /**
             * @description 1 valid, 0 invalid.
             * @example 1
             * @enum {integer}
             */
            readonly v: 0 | 1;
            /**
             * @description 1 disposable, 0 not.
             * @example 0
             * @enum {integer}
             */
            readonly d: 0 | 1;
            /**
             * @description Why it is invalid, only then; the same words as `reason` of a VerificationResult.
             * @example dns
             */
            readonly e?: string;
            /**
             * @description The address verified, exactly as given; missing once the input of a batch is no longer kept.
             * @example jane.doe@gmail.com
             */
            readonly email?: string;
            /**
             * @description Whether mail can be delivered there; also true when the address was accepted by a fallback.
             * @example true
             */
            readonly valid: boolean;
            /**
             * @description Verification status. `unknown` when DNS could not tell.
             * @example valid
             * @enum {string}
             */
            readonly status: "valid" | "invalid" | "unknown";
            /**
             * @description Why the status is invalid; only then. `syntax` no address; `dns` the domain does not exist or has no records for
             *     mail; `mx` no mail server can be reached; `null_mx` the domain says that it takes no mail (RFC 7505);
             *     `reserved_domain` a name that is never in the public DNS (RFC 2606, 6761, 7686).
             * @example dns
             */
            readonly reason?: string;
            /**
             * @description True when a major provider's domain had a transient DNS error and was accepted because it is known to be valid,
             *     and not by its MX records.
             * @example false
             */
            readonly is_known_valid_fallback?: boolean;
            /**
             * @description True when a transient DNS or resolver error caused an optimistic accept. Who wants every accept that was not
             *     verified tests this or `is_known_valid_fallback`.
             * @example false
             */
            readonly is_dns_fallback?: boolean;
            /** @description Individual checks. */
            readonly checks?: {
                /**
                 * @description The text is an address by RFC 5321 and 6531.
                 * @example true
                 */
                readonly syntax?: boolean;
                /**
                 * @description The domain has valid DNS records.
                 * @example true
                 */
                readonly dns?: boolean;
                /**
                 * @description The domain has valid MX records. False also where mail goes to the domain's own address.
                 * @example true
                 */
                readonly mx?: boolean;
                /**
                 * @description The domain is one of a disposable address service.
                 * @example false
                 */
                readonly disposable?: boolean;
                /**
                 * @description The local part names a function and not a person, such as `info` or `postmaster`.
                 * @example false
                 */
                readonly role?: boolean;
                /**
                 * @description Anyone can get a mailbox at this provider without paying.
                 * @example true
                 */
                readonly free?: boolean;
            };
            /**
             * @description The result came from the signal pool, where other clients' results are.
             * @example false
             */
            readonly from_pool?: boolean;
            /**
             * Format: float
             * @description Confidence from consensus; only when `from_pool`.
             * @example 0.87
             */
            readonly pool_confidence?: number;
            /**
             * @description Number of clients that validated this address; only when `from_pool`.
             * @example 12
             */
            readonly pool_validations?: number;
            /**
             * @description Credits earned for contributing this validation; only when it was contributed.
             * @example 2
             */
            readonly credits_earned?: number;
            /**
             * @description True when this was the first validation of the address in the pool; only when it was contributed. The pool knows an address once enough accounts contributed it for the pool to answer (three by default): until then, each of them is among its first, and none is told whether there were others.
             * @example true
             */
            readonly unique_contribution?: boolean;
            /** @description Additional information about the address. */
            readonly metadata?: {
                /**
                 * @description The domain of the address.
                 * @example gmail.com
                 */
                readonly domain?: string;
                /**
                 * @description Mail provider, if known.
                 * @example gmail
                 */
                readonly provider?: string;
                /**
                 * @description The whole corrected address, when the domain was probably mistyped. Never a verdict.
                 * @example jane.doe@gmail.com
                 */
                readonly did_you_mean?: string;
            };
            /** @description How the verdict was reached; only when `debug` was asked for. */
            readonly debug?: {
                /** @description The steps, in the order in which they were done. */
                readonly steps: readonly components["schemas"]["DebugStep"][];
            };
        };
        /** @description Confirmation that a batch was accepted. */
        readonly BatchAccepted: {
            /**
             * @description Identifies the batch.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly batch_id: string;
            /**
             * @description Whether work on it has begun.
             * @example pending
             * @enum {string}
             */
            readonly status: "pending" | "processing";
            /**
             * @description Addresses in the batch.
             * @example 20000
             */
            readonly total: number;
        };
        /** @description Confirmation that a file was accepted. */
        readonly UploadAccepted: {
            /**
             * @description The same as `job_id`.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly id: string;
            /**
             * @description Identifies the job; it is the batch's `batch_id` too.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly job_id: string;
            /**
             * @description Status; `queued` in this response.
             * @example queued
             * @enum {string}
             */
            readonly status: "queued" | "pending" | "processing" | "completed" | "failed";
            /**
             * @description Rows of the file, without its header.
             * @example 20000
             */
            readonly total_emails: number;
            /**
             * @description Identifies the call that uploaded the file.
             * @example 019acb60-2b1b-7a01-8c3d-4e5f60718293
             */
            readonly request_id: string;
            /**
             * @description Identifies the call in traces; taken from `traceparent` (W3C Trace Context) if there was one.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            readonly trace_id: string;
            /**
             * Format: uri
             * @description Who is called when the work has ended; missing when nobody is.
             * @example https://example.com/hooks/mailproof
             */
            readonly webhook_url?: string;
        };
        /** @description Progress of an upload. */
        readonly BatchProgress: {
            /**
             * @description Addresses in the batch.
             * @example 20000
             */
            readonly total: number;
            /**
             * @description Addresses processed so far.
             * @example 12000
             */
            readonly processed: number;
            /**
             * @description Processed addresses that are valid.
             * @example 11020
             */
            readonly valid: number;
            /**
             * @description Processed addresses that are invalid.
             * @example 980
             */
            readonly invalid: number;
        };
        /** @description Status of a batch. */
        readonly BatchStatus: {
            /**
             * @description Identifies the batch.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly batch_id: string;
            /**
             * @description Status. `completed`, `failed` and `cancelled` are final.
             * @example processing
             * @enum {string}
             */
            readonly status: "pending" | "processing" | "completed" | "failed" | "cancelled";
            /**
             * @description Addresses in the batch.
             * @example 20000
             */
            readonly total: number;
            /**
             * @description Addresses processed so far.
             * @example 12000
             */
            readonly processed: number;
            /**
             * @description Processed addresses that are valid.
             * @example 11020
             */
            readonly valid: number;
            /**
             * @description Processed addresses that are invalid.
             * @example 980
             */
            readonly invalid: number;
            /**
             * Format: date-time
             * @description When it was accepted.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it ended, however it ended; missing until then.
             * @example 2026-11-21T09:31:00.000Z
             */
            readonly completed_at?: string;
            /**
             * @description Why it failed, for people; only then.
             * @example The file is no longer there.
             */
            readonly failure?: string;
            /**
             * @description Identifies the job; it is the batch's `batch_id` too.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly job_id?: string;
            readonly progress?: components["schemas"]["BatchProgress"];
            /**
             * Format: uri
             * @description Where the file is with its verdicts; good for 24 hours without a key. Only of uploads that are completed.
             * @example http://localhost:8080/v1/batch/019acb60-2b1c-7c3d-9a4e-5f60718293a4/download?expires=1795339860&signature=pVZ0bK1q
             */
            readonly download_url?: string;
        };
        /** @description Status of an upload. */
        readonly BulkJobStatus: {
            /**
             * @description Identifies the job; it is the batch's `batch_id` too.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly job_id: string;
            /**
             * @description Status; a cancelled job is `failed`. `completed` and `failed` are final.
             * @example completed
             * @enum {string}
             */
            readonly status: "pending" | "processing" | "completed" | "failed";
            readonly progress: components["schemas"]["BatchProgress"];
            /**
             * Format: uri
             * @description Where the file is with its verdicts; good for 24 hours without a key. Only of uploads that are completed.
             * @example http://localhost:8080/v1/batch/019acb60-2b1c-7c3d-9a4e-5f60718293a4/download?expires=1795339860&signature=pVZ0bK1q
             */
            readonly download_url?: string;
            /**
             * Format: date-time
             * @description When it was accepted.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it ended, however it ended; missing until then.
             * @example 2026-11-21T09:31:00.000Z
             */
            readonly completed_at?: string;
            /**
             * @description Why it failed, for people; only then.
             * @example The file is no longer there.
             */
            readonly failure?: string;
        };
        /**
         * @description A CSV file (RFC 4180) in UTF-8.
         * @example "email","mp_status"
         *     "jane.doe@gmail.com","valid"
         */
        readonly CsvFile: string;
        /** @description The signals of one address, and the decision that the default policy makes of them (beta). */
        readonly V2VerificationResult: {
            /**
             * @description The address checked, exactly as given; may be syntactically invalid.
             * @example jane.doe+news@gmail.com
             */
            readonly email: string;
            /**
             * @description Date of the contract's version; changes when the shape changes incompatibly.
             * @example 2026-11-01
             */
            readonly result_version: string;
            /**
             * @description Stability of the contract; mirrored in the header X-API-Status.
             * @example beta
             * @enum {string}
             */
            readonly stability: "beta" | "stable";
            /**
             * @description Identifies the call; mirrored in the header X-Request-ID.
             * @example 019acb5e-3f0c-7d31-8a55-0f6a6c1d2b3e
             */
            readonly request_id: string;
            /**
             * Format: date-time
             * @description When the address was really checked, as a whole minute (UTC); on a cache hit, the minute of the original check. Seconds are always zero, because the check may have been made for another account.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly checked_at: string;
            /**
             * @description What the default policy recommends.
             * @example allow
             * @enum {string}
             */
            readonly default_decision: "allow" | "deny" | "review";
            /** @description Why; the worst reason decides. */
            readonly reasons: readonly components["schemas"]["Reason"][];
            readonly signals: components["schemas"]["Signals"];
            /** @description How well the check itself went. */
            readonly runtime: {
                /**
                 * @description `degraded` when at least one signal could not be resolved.
                 * @example ok
                 * @enum {string}
                 */
                readonly status: "ok" | "degraded";
                /**
                 * @description The groups of signals that timed out or failed; one that was skipped on purpose is not among them.
                 * @example []
                 */
                readonly unresolved_groups: readonly string[];
            };
            /**
             * @description Advice for caches; asking again before this many seconds is of no use. 0 when degraded.
             * @example 3600
             */
            readonly ttl_hint_seconds: number;
        };
        /** @description One reason for a decision. */
        readonly Reason: {
            /**
             * @description The reason, for programs.
             * @example plus_addressing
             */
            readonly code: string;
            /**
             * @description The decision that this reason speaks for.
             * @example allow
             * @enum {string}
             */
            readonly category: "allow" | "deny" | "review";
            /**
             * @description The reason's page is `/docs/reasons/<docs_slug>`.
             * @example plus-addressing
             */
            readonly docs_slug: string;
            /**
             * Format: uri
             * @description Absolute URL of the reason's page.
             * @example http://localhost:8080/docs/reasons/plus-addressing
             */
            readonly docs_url: string;
        };
        /** @description The signals, each with its own values. */
        readonly Signals: {
            /**
             * @description Whether the text is an address.
             * @example valid
             * @enum {string}
             */
            readonly syntax: "valid" | "invalid";
            /**
             * @description What DNS says of the domain. `not_checked` when the syntax failed before DNS was asked.
             * @example resolves
             * @enum {string}
             */
            readonly dns: "resolves" | "no_records" | "timeout" | "error" | "not_checked";
            /**
             * @description Whether the domain has mail servers. `not_checked` when the syntax failed before MX was asked.
             * @example present
             * @enum {string}
             */
            readonly mx: "present" | "absent" | "timeout" | "error" | "not_checked";
            /**
             * @description A known disposable address service.
             * @example false
             */
            readonly disposable: boolean;
            /**
             * @description Whether the domain takes mail for any local part. `unknown`, as detection is not yet implemented.
             * @example unknown
             * @enum {string}
             */
            readonly accept_all: "yes" | "no" | "unknown";
            /**
             * @description The patterns that matched; empty when none did.
             * @example [
             *       "plus_addressing"
             *     ]
             */
            readonly patterns: readonly ("plus_addressing" | "developer_test" | "system_email" | "temporary" | "development_env" | "ci_cd")[];
        };
        /** @description An account. */
        readonly Account: {
            /**
             * @description Unique account identifier.
             * @example 019acb5e-1c55-7a20-b1f4-93d7b6a0c1de
             */
            readonly id: string;
            /**
             * Format: email
             * @description The owner's contact address.
             * @example jane.doe@gmail.com
             */
            readonly email: string;
            /**
             * @description What to call the owner; missing when none was given.
             * @example Jane Doe
             */
            readonly name?: string;
            /**
             * @description Current subscription plan, `free`, `starter`, `growth` or `enterprise`.
             * @example free
             */
            readonly plan: string;
            /**
             * Format: date-time
             * @description When the account was made.
             * @example 2026-11-21T09:29:51.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the account was last changed.
             * @example 2026-11-21T09:29:51.000Z
             */
            readonly updated_at: string;
        };
        /** @description A new account and its key. */
        readonly AccountCreated: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            readonly account: components["schemas"]["Account"];
            /**
             * @description The generated key. It is shown here and never again.
             * @example mpk_7QxK2mVb9TzR4wYc6NpL1sHd8GfJ3e1aB2cD
             */
            readonly api_key: string;
        };
        /** @description An API key without its secret part. */
        readonly ApiKey: {
            /**
             * @description Identifies the key, for revoking it.
             * @example 019acb5f-0d11-7f6e-8e0a-2c4d6e8f0a1b
             */
            readonly id: string;
            /**
             * @description The name that it was given, or null.
             * @example web server
             */
            readonly name: string | null;
            /**
             * @description The beginning of the key; `mpk_` is a live key, `mpt_` a sandbox key.
             * @example mpk_AbCd…
             */
            readonly masked: string;
            /**
             * @description Whether its calls cost nothing and answer by the local part of the address.
             * @example false
             */
            readonly sandbox: boolean;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T09:31:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it stops working, or null.
             * @example 2027-11-21T09:31:00.000Z
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to about a minute; null when never.
             * @example 2026-11-21T09:35:00.000Z
             */
            readonly last_used_at: string | null;
        };
        /** @description A new key. */
        readonly KeyGenerated: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            /**
             * @description The key. It is shown here and never again.
             * @example mpk_AbCd2mVb9TzR4wYc6NpL1sHd8GfJ3e0Zk9Yx
             */
            readonly api_key: string;
            readonly key: components["schemas"]["ApiKey"];
        };
        /** @description The keys of an account. */
        readonly KeyList: {
            /** @description The active keys, oldest first. */
            readonly keys: readonly components["schemas"]["ApiKey"][];
        };
        /** @description Confirmation of an operation without other results. */
        readonly Done: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            /**
             * @description A human-readable confirmation.
             * @example API key revoked.
             */
            readonly message: string;
        };
        /** @description A webhook and its state. */
        readonly Webhook: {
            /**
             * @description Identifies the webhook.
             * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
             */
            readonly id: string;
            /**
             * Format: uri
             * @description URL that events are sent to.
             * @example https://example.com/hooks/mailproof
             */
            readonly url: string;
            /**
             * @description Subscribed events.
             * @example [
             *       "bulk.completed"
             *     ]
             */
            readonly events: readonly components["schemas"]["WebhookEvent"][];
            /**
             * @description Status of the webhook.
             * @example enabled
             * @enum {string}
             */
            readonly status: "enabled" | "disabled";
            /**
             * @description Why it is not called: `by_request` of yours; `gone`, it answered 410; `failing` for five days; `backlog`, too much
             *     waited for it. null while it is enabled.
             * @example null
             * @enum {string|null}
             */
            readonly disabled_reason: "by_request" | "gone" | "failing" | "backlog" | null;
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T09:32:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-11-21T09:32:00.000Z
             */
            readonly updated_at: string;
            /**
             * Format: date-time
             * @description When a delivery last arrived; null when none has.
             * @example 2026-11-21T09:33:00.000Z
             */
            readonly last_success_at: string | null;
            /**
             * Format: date-time
             * @description When an attempt last failed; null when none has.
             * @example null
             */
            readonly last_failure_at: string | null;
            /**
             * @description Attempts that failed since the last one that did not.
             * @example 0
             */
            readonly consecutive_failures: number;
        };
        /** @description A webhook and the secret that signs its calls. */
        readonly WebhookWithSecret: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            readonly webhook: components["schemas"]["Webhook"];
            /**
             * @description The secret (Standard Webhooks), shown here and never again.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            readonly secret: string;
        };
        /** @description The webhooks of an account. */
        readonly WebhookList: {
            /** @description The webhooks, oldest first. */
            readonly webhooks: readonly components["schemas"]["Webhook"][];
        };
        /** @description The account's own secret. */
        readonly SigningSecret: {
            /**
             * @description Signs calls to per-job URLs (Standard Webhooks).
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
             */
            readonly secret: string;
        };
        /** @description Confirmation that a test event will be sent. */
        readonly TestDelivery: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            /**
             * @description The delivery, as the list of deliveries has it.
             * @example 0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b
             */
            readonly delivery_id: string;
        };
        /** @description An event sent, or to be sent, to a webhook. */
        readonly Delivery: {
            /**
             * @description Identifies the delivery; the `webhook-id` of every attempt.
             * @example 0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b
             */
            readonly id: string;
            /**
             * @description What it tells of, as `type` of its body says.
             * @example bulk.completed
             */
            readonly event: string;
            /**
             * @description `pending`: more attempts will be made; `delivered`; `failed`: no more attempts will be made.
             * @example delivered
             * @enum {string}
             */
            readonly status: "pending" | "delivered" | "failed";
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T09:33:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the next attempt is due; null when none is.
             * @example null
             */
            readonly next_attempt_at: string | null;
            /** @description The attempts, oldest first. */
            readonly attempts: readonly components["schemas"]["DeliveryAttempt"][];
        };
        /** @description One attempt to deliver. */
        readonly DeliveryAttempt: {
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T09:33:00.000Z
             */
            readonly at: string;
            /**
             * @description The status of the answer; null when there was none.
             * @example 500
             */
            readonly status_code: number | null;
            /**
             * @description How long it took, in milliseconds.
             * @example 41
             */
            readonly duration_ms: number;
            /**
             * @description The beginning of the answer, or why there was none.
             * @example Internal Server Error
             */
            readonly response: string | null;
        };
        /** @description A page of deliveries. */
        readonly DeliveryList: {
            /** @description The deliveries, newest first. */
            readonly deliveries: readonly components["schemas"]["Delivery"][];
            /**
             * @description What to ask for the next page with; null on the last one.
             * @example null
             */
            readonly next_cursor: string | null;
        };
        /** @description Statistics of the public pool. */
        readonly PoolStats: {
            /**
             * @description Validations that were contributed.
             * @example 48210
             */
            readonly total_validations: number;
            /**
             * @description Addresses that are known.
             * @example 31544
             */
            readonly unique_emails: number;
            /**
             * Format: float
             * @description The share of look-ups that the pool answered; 0 before the first.
             * @example 0.3127
             */
            readonly hit_rate: number;
            /**
             * @description Milliseconds that a single verification took which asked the pool, on average; 0 before the first.
             * @example 4.71
             */
            readonly avg_response_time_ms: number;
            /**
             * @description Accounts that contributed in the last thirty days.
             * @example 57
             */
            readonly active_contributors: number;
            /**
             * @description The share of the pool's addresses that a domain has, in percent, at most twenty domains, largest first; `other` is
             *     what is not named.
             * @example {
             *       "gmail.com": 41.2,
             *       "other": 58.8
             *     }
             */
            readonly coverage_by_domain: {
                readonly [key: string]: number;
            };
        };
        /** @description Ranking of contributors to the public pool. */
        readonly PoolLeaderboard: {
            /**
             * @description Period covered.
             * @example weekly
             * @enum {string}
             */
            readonly period: "daily" | "weekly" | "monthly" | "all-time";
            /** @description Contributors in order of rank. */
            readonly contributors: readonly components["schemas"]["LeaderboardEntry"][];
        };
        /** @description A contributor in the period of a leaderboard. */
        readonly LeaderboardEntry: {
            /**
             * @description Rank, starting at 1.
             * @example 1
             */
            readonly rank: number;
            /**
             * @description The contributor, anonymised; the same everywhere.
             * @example c_4f1a09c2d7be63588e10
             */
            readonly contributor_id: string;
            /**
             * @description Validations that it contributed.
             * @example 1204
             */
            readonly contributions: number;
            /**
             * @description Of those, the ones that were the first of their address in the pool.
             * @example 873
             */
            readonly unique_contributions: number;
            /**
             * @description Credits that they earned.
             * @example 1950
             */
            readonly credits_earned: number;
            /**
             * @description By contributions since the beginning; silver from 1,000, gold from 10,000, platinum from 100,000.
             * @example silver
             * @enum {string}
             */
            readonly badge: "bronze" | "silver" | "gold" | "platinum";
        };
        /** @description Recent events in the public pool. */
        readonly PoolActivity: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            /**
             * Format: date-time
             * @description When it was asked.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly timestamp: string;
            /** @description What happened, newest first. */
            readonly activity: readonly components["schemas"]["PoolActivityItem"][];
            /** @description What the items come to. */
            readonly metrics: {
                /**
                 * @description Items in this answer.
                 * @example 2
                 */
                readonly events_shown: number;
                /**
                 * @description Addresses that the pool answered or was given in the last hour.
                 * @example 951
                 */
                readonly activity_last_hour: number;
                /**
                 * @description The most common type of the items; `none` where there are none.
                 * @example new_domain
                 */
                readonly most_common_type: string;
            };
        };
        /** @description One thing that happened. */
        readonly PoolActivityItem: {
            /**
             * @description `cache_hit` is an answer out of the pool, `validation` a contribution, `new_domain` the first one of its domain,
             *     `bulk` those of a batch.
             * @example new_domain
             * @enum {string}
             */
            readonly type: "cache_hit" | "new_domain" | "validation" | "bulk";
            /**
             * @description What happened, for people.
             * @example The first address of a new domain was contributed
             */
            readonly message: string;
            /**
             * Format: date-time
             * @description When it happened; of several addresses, the last.
             * @example 2026-11-21T09:29:58.123Z
             */
            readonly timestamp: string;
            /**
             * @description An emoji for the type.
             * @example 🌐
             */
            readonly icon: string;
            /**
             * @description Who runs the mail of a new domain, where that is known.
             * @example google_workspace
             */
            readonly provider?: string;
            /**
             * @description Where the addresses of a `bulk` come from.
             * @example batch
             */
            readonly source?: string;
        };
        /** @description What an account contributed to its pool. */
        readonly ContributionHistory: {
            /**
             * @description Period covered.
             * @example week
             * @enum {string}
             */
            readonly period: "today" | "week" | "month" | "all-time";
            /** @description All contributions of the period. */
            readonly summary: {
                /**
                 * @description Validations that it contributed.
                 * @example 1204
                 */
                readonly total_contributions: number;
                /**
                 * @description Of those, the ones that were the first of their address in the pool.
                 * @example 873
                 */
                readonly unique_contributions: number;
                /**
                 * @description Credits that they earned.
                 * @example 1950
                 */
                readonly total_credits: number;
                /**
                 * @description By contributions since the beginning; silver from 1,000, gold from 10,000, platinum from 100,000.
                 * @example silver
                 * @enum {string}
                 */
                readonly current_badge: "bronze" | "silver" | "gold" | "platinum";
            };
            /** @description A page of them, newest first. */
            readonly contributions: readonly components["schemas"]["PoolContribution"][];
            /** @description Which page this is, and of how many contributions. */
            readonly pagination: {
                /**
                 * @description The page, from 1.
                 * @example 2
                 */
                readonly page: number;
                /**
                 * @description Contributions that a page has at most.
                 * @example 20
                 */
                readonly limit: number;
                /**
                 * @description Contributions of the period.
                 * @example 21
                 */
                readonly total: number;
                /**
                 * @description Whether there is a page after this one.
                 * @example false
                 */
                readonly has_more: boolean;
            };
        };
        /** @description A contribution of the account's. */
        readonly PoolContribution: {
            /**
             * Format: date-time
             * @description When it was made.
             * @example 2026-11-21T09:29:58.123Z
             */
            readonly timestamp: string;
            /**
             * @description A keyed hash of the address; the same for every contribution of it by this account, and for no other account.
             * @example 7d1c0b9f6c2e4a85b3f01d92ae67c458d3b5f0a1628e9c74bd50f3a2e1c86790
             */
            readonly email_hash: string;
            /**
             * @description Credits that it earned.
             * @example 2
             */
            readonly credits_earned: number;
            /**
             * @description Whether it was the first of its address in the pool.
             * @example true
             */
            readonly unique: boolean;
        };
        /** @description Where an account stands among the contributors of its pool. */
        readonly ContributorRank: {
            /**
             * @description Its place, from 1; 0 before the first contribution of the period.
             * @example 3
             */
            readonly rank: number;
            /**
             * @description The calling key, masked.
             * @example mpk_AbCd…
             */
            readonly api_key_id: string;
            /**
             * @description Validations that it contributed.
             * @example 1204
             */
            readonly contributions: number;
            /**
             * @description By contributions since the beginning; `GET /v1/pool/levels` says what each takes.
             * @example Silver
             * @enum {string}
             */
            readonly level: "Contributor" | "Bronze" | "Silver" | "Gold" | "Diamond";
            /**
             * @description The level, for programs.
             * @example silver
             * @enum {string}
             */
            readonly level_badge: "contributor" | "bronze" | "silver" | "gold" | "diamond";
        };
        /** @description The levels of contributors. */
        readonly ContributorLevelList: {
            /** @description The levels, lowest first. */
            readonly levels: readonly components["schemas"]["ContributorLevel"][];
        };
        /** @description A level of contributors. */
        readonly ContributorLevel: {
            /**
             * @description Its name.
             * @example Silver
             */
            readonly name: string;
            /**
             * @description Contributions that it takes, at least.
             * @example 1000
             */
            readonly min_contributions: number;
            /**
             * @description Contributors of the public pool that have it.
             * @example 3
             */
            readonly count: number;
        };
        /**
         * @description JSON objects (`PoolHistoryRow`), a line each, in UTF-8.
         * @example {"day":"2026-11-21","contributor_id":"c_4f1a09c2d7be63588e10","contributions":3,"unique_contributions":3,"credits_earned":6,"verdicts":{"valid":3,"invalid":0}}
         */
        readonly PoolHistory: string;
        /** @description What a contributor contributed on a day. */
        readonly PoolHistoryRow: {
            /**
             * Format: date
             * @description The UTC day.
             * @example 2026-11-21
             */
            readonly day: string;
            /**
             * @description The contributor, anonymised; the same everywhere.
             * @example c_4f1a09c2d7be63588e10
             */
            readonly contributor_id: string;
            /**
             * @description Validations that it contributed.
             * @example 1204
             */
            readonly contributions: number;
            /**
             * @description Of those, the ones that were the first of their address in the pool.
             * @example 873
             */
            readonly unique_contributions: number;
            /**
             * @description Credits that they earned.
             * @example 1950
             */
            readonly credits_earned: number;
            /** @description What the contributions found. */
            readonly verdicts: {
                /**
                 * @description That mail can be delivered.
                 * @example 3
                 */
                readonly valid: number;
                /**
                 * @description That it cannot.
                 * @example 0
                 */
                readonly invalid: number;
            };
        };
        /** @description What an account has used, and its limits. */
        readonly UsageStats: {
            /** @description The present UTC month. */
            readonly current_month: {
                /**
                 * @description Addresses charged.
                 * @example 120
                 */
                readonly verifications: number;
                /**
                 * @description Addresses that the plan allows.
                 * @example 1000
                 */
                readonly limit: number;
                /**
                 * @description What is left, after what is charged and what is reserved for running work.
                 * @example 880
                 */
                readonly remaining: number;
            };
            /** @description The account's request limits. */
            readonly rate_limits: {
                /**
                 * @description Requests a minute that the plan allows.
                 * @example 60
                 */
                readonly per_minute: number;
                /**
                 * @description A sixtieth of it, rounded up; reported, not enforced.
                 * @example 1
                 */
                readonly per_second: number;
            };
            /**
             * @description Current subscription plan.
             * @example free
             */
            readonly plan: string;
        };
        /** @description The plans and their prices. */
        readonly PricingTiers: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            /**
             * @description Currency of the prices.
             * @example USD
             * @enum {string}
             */
            readonly currency: "USD";
            /** @description The plans, smallest first. */
            readonly tiers: readonly components["schemas"]["PricingTier"][];
        };
        /** @description A plan. */
        readonly PricingTier: {
            /**
             * @description The plan's name for programs.
             * @example starter
             * @enum {string}
             */
            readonly id: "free" | "starter" | "growth" | "enterprise";
            /**
             * @description The plan's name for people.
             * @example Starter
             */
            readonly name: string;
            /**
             * @description Price of a month; null is by agreement.
             * @example 20
             */
            readonly price_monthly: number | null;
            /**
             * @description Addresses a month.
             * @example 10000
             */
            readonly validations_per_month: number;
            /**
             * @description Requests a minute.
             * @example 120
             */
            readonly rate_limit_per_minute: number;
            /**
             * @description What the plan includes, for people.
             * @example [
             *       "Signal sharing"
             *     ]
             */
            readonly features: readonly string[];
        };
        /** @description How the service is. */
        readonly Health: {
            readonly status: components["schemas"]["HealthStatus"];
            /**
             * @description Version of the program that answers.
             * @example 1.0.0
             */
            readonly version: string;
            /**
             * Format: date-time
             * @description When it was looked at.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly timestamp: string;
            /**
             * @description For how long the process has been running.
             * @example 86400
             */
            readonly uptime_seconds: number;
            /**
             * @description Every part that was looked at, by its name.
             * @example {
             *       "event_store": {
             *         "status": "ok"
             *       }
             *     }
             */
            readonly checks: {
                readonly [key: string]: components["schemas"]["HealthCheck"];
            };
        };
        /** @description How the service is when it cannot work; it is an error answer too. */
        readonly HealthFailure: {
            readonly status: components["schemas"]["HealthStatus"];
            /**
             * @description Version of the program that answers.
             * @example 1.0.0
             */
            readonly version: string;
            /**
             * Format: date-time
             * @description When it was looked at.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly timestamp: string;
            /**
             * @description For how long the process has been running.
             * @example 86400
             */
            readonly uptime_seconds: number;
            /**
             * @description Every part that was looked at, by its name.
             * @example {
             *       "event_store": {
             *         "status": "ok"
             *       }
             *     }
             */
            readonly checks: {
                readonly [key: string]: components["schemas"]["HealthCheck"];
            };
            readonly error: components["schemas"]["ErrorContent"];
        };
        /**
         * @description `ok`; `degraded`: works, but not all of it; `error`: does not work.
         * @example ok
         * @enum {string}
         */
        readonly HealthStatus: "ok" | "degraded" | "error";
        /** @description How one part is. */
        readonly HealthCheck: {
            readonly status: components["schemas"]["HealthStatus"];
            /**
             * @description What is wrong, for the operator; missing when nothing is.
             * @example does not answer
             */
            readonly message?: string;
        };
        /** @description That the process is alive. */
        readonly Liveness: {
            /**
             * @description Always `ok`; a process that is not would not answer.
             * @example ok
             * @enum {string}
             */
            readonly status: "ok";
            /**
             * @description Version of the program that answers.
             * @example 1.0.0
             */
            readonly version: string;
            /**
             * Format: date-time
             * @description When it was looked at.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly timestamp: string;
            /**
             * @description For how long the process has been running.
             * @example 86400
             */
            readonly uptime_seconds: number;
        };
        /** @description An OpenAPI 3.0 document. */
        readonly OpenapiDocument: {
            /**
             * @description Version of the format.
             * @example 3.0.3
             */
            readonly openapi: string;
            /**
             * @description Title and version of the interface.
             * @example {
             *       "title": "mailproof",
             *       "version": "1.0.0"
             *     }
             */
            readonly info: {
                readonly [key: string]: unknown;
            };
            /**
             * @description The operations, by path and method.
             * @example {}
             */
            readonly paths: {
                readonly [key: string]: unknown;
            };
        } & {
            readonly [key: string]: unknown;
        };
        /** @description What a deployment looks like from inside (temporary). */
        readonly DiagnosticResponse: {
            /**
             * Format: date-time
             * @description When it was looked at.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly timestamp: string;
            /**
             * @description Version of Node.js.
             * @example v20.20.2
             */
            readonly node_version: string;
            /**
             * @description Operating system.
             * @example linux
             */
            readonly platform: string;
            /** @description The few settings that are shown. */
            readonly env: {
                /**
                 * @description Its value; any other than these, or none, is `unknown`.
                 * @example production
                 * @enum {string}
                 */
                readonly NODE_ENV: "development" | "production" | "test" | "unknown";
                /**
                 * @description The variable `PLATFORM`, by which an operator may say where this runs; empty when it is not set.
                 * @example compose
                 */
                readonly PLATFORM?: string;
                /**
                 * @description The time zone setting; empty when it is not set.
                 * @example UTC
                 */
                readonly TZ?: string;
                /**
                 * @description The language setting; empty when it is not set.
                 * @example C.UTF-8
                 */
                readonly LANG?: string;
            };
            /**
             * @description Every module that was tried, by its name; a text when it was loaded, an object when it was not.
             * @example {
             *       "lmdb": "loaded"
             *     }
             */
            readonly modules: {
                readonly [key: string]: components["schemas"]["DiagnosticModule"];
            };
        };
        /** @description A message that the module was loaded, or why it was not. */
        readonly DiagnosticModule: string | {
            /**
             * @description Why, in one line, without a stack trace.
             * @example ERR_MODULE_NOT_FOUND
             */
            readonly error: string;
            /**
             * @description Always true.
             * @example true
             * @enum {boolean}
             */
            readonly failed: true;
        };
        /**
         * @description A page in HTML.
         * @example <!doctype html><html lang="en"><title>Reasons</title></html>
         */
        readonly Page: string;
        /** @description What every error answer is. */
        readonly Error: {
            readonly error: components["schemas"]["ErrorContent"];
        };
        /** @description What went wrong. */
        readonly ErrorContent: {
            /**
             * @description What went wrong and what to change, for people. Its words may change.
             * @example The request has no API key. Send it in the header X-API-Key, or as Authorization: Bearer <key>. POST /v1/accounts/create gives you one.
             */
            readonly message: string;
            /**
             * @description What went wrong, for programs; stable.
             * @example MISSING_API_KEY
             */
            readonly code: string;
            /** @description More about it. Of `VALIDATION_ERROR` and `TOO_MANY_EMAILS`, a list of problems, at most 20. */
            readonly details?: {
                readonly [key: string]: unknown;
            } | readonly components["schemas"]["Problem"][];
        };
        /** @description One thing that is wrong with a request. */
        readonly Problem: {
            /**
             * @description Which member or parameter, as a JSON pointer (RFC 6901), for example `/emails/3`; empty for the body itself.
             * @example /email
             */
            readonly path: string;
            /**
             * @description What is wrong and what was expected.
             * @example `email` is missing; it must be a string
             */
            readonly message: string;
        };
        /** @description A limit is reached. The figures are those of the limiter that refused the call. */
        readonly RateLimitError: {
            /**
             * @description False.
             * @example false
             * @enum {boolean}
             */
            readonly success: false;
            /** @description Which limit, and when to ask again. */
            readonly error: {
                /**
                 * @description What went wrong and what to change, for people. Its words may change.
                 * @example The request has no API key. Send it in the header X-API-Key, or as Authorization: Bearer <key>. POST /v1/accounts/create gives you one.
                 */
                readonly message: string;
                /**
                 * @description Always RATE_LIMIT_EXCEEDED.
                 * @example RATE_LIMIT_EXCEEDED
                 * @enum {string}
                 */
                readonly code: "RATE_LIMIT_EXCEEDED";
                /**
                 * @description Always 429.
                 * @example 429
                 * @enum {integer}
                 */
                readonly statusCode: 429;
                /**
                 * @description Seconds until the limit resets; the same as the header Retry-After.
                 * @example 42
                 */
                readonly retry_after: number;
                /**
                 * @description What the limiter allows in one window.
                 * @example 60
                 */
                readonly limit: number;
                /**
                 * @description When the limit resets, in Unix seconds.
                 * @example 1795253460
                 */
                readonly reset: number;
                /**
                 * @description Where to get a larger plan; only on the free plan.
                 * @example http://localhost:8080/v1/pricing
                 */
                readonly upgrade_url?: string;
                /** @description Which window it was; of the month, its figures too. */
                readonly details?: {
                    /**
                     * @description The window that is used up.
                     * @example month
                     * @enum {string}
                     */
                    readonly scope: "minute" | "hour" | "day" | "month";
                    /**
                     * @description Addresses used in the month.
                     * @example 998
                     */
                    readonly used?: number;
                    /**
                     * @description Addresses left in the month.
                     * @example 2
                     */
                    readonly remaining?: number;
                    /**
                     * @description Addresses that this call needs.
                     * @example 5
                     */
                    readonly requested?: number;
                };
            };
        };
        /** @description A verification failed on the way, or took too long. */
        readonly UpstreamError: {
            /** @description What went wrong, and when to ask again. */
            readonly error: {
                /**
                 * @description What went wrong and what to change, for people. Its words may change.
                 * @example The request has no API key. Send it in the header X-API-Key, or as Authorization: Bearer <key>. POST /v1/accounts/create gives you one.
                 */
                readonly message: string;
                /**
                 * @description UPSTREAM_ERROR with 502, UPSTREAM_TIMEOUT with 504.
                 * @example UPSTREAM_ERROR
                 * @enum {string}
                 */
                readonly code: "UPSTREAM_ERROR" | "UPSTREAM_TIMEOUT";
                /**
                 * @description Seconds until asking again makes sense; the same as the header Retry-After.
                 * @example 5
                 */
                readonly retry_after: number;
                /**
                 * @description More about it, by name.
                 * @example {}
                 */
                readonly details?: {
                    readonly [key: string]: unknown;
                };
            };
        };
    };
    responses: {
        /** @description The call has a parameter that the operation does not know, or one of them twice. */
        readonly BadQuery: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "Unknown parameter `page`. This operation accepts none.",
                 *         "code": "VALIDATION_ERROR",
                 *         "details": [
                 *           {
                 *             "path": "/page",
                 *             "message": "unknown parameter `page`. This operation accepts none"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The call has a parameter that the operation does not know, or one of them twice. */
        readonly LimitedBadQuery: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "Unknown parameter `page`. This operation accepts none.",
                 *         "code": "VALIDATION_ERROR",
                 *         "details": [
                 *           {
                 *             "path": "/page",
                 *             "message": "unknown parameter `page`. This operation accepts none"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A parameter is unknown, there twice, or not what it may be. */
        readonly BadPoolQuery: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "`limit` must be a whole number from 1 to 100.",
                 *         "code": "VALIDATION_ERROR",
                 *         "details": [
                 *           {
                 *             "path": "/limit",
                 *             "message": "`limit` must be a whole number from 1 to 100"
                 *           }
                 *         ]
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The response named in `If-None-Match` is still current. */
        readonly NotModified: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly ETag: components["headers"]["ETag"];
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request is not as described. A bad address in `email` of a verification is not such a case. */
        readonly LimitedBadRequest: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is not as described, or has too many addresses. A bad address in `emails` is not such a case. */
        readonly BadBatchRequest: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is missing or not valid. */
        readonly Unauthorized: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The path does not exist. */
        readonly NotFound: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "There is nothing at this path. GET /openapi.json says what there is.",
                 *         "code": "NOT_FOUND"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The path does not support the method. */
        readonly MethodNotAllowed: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly Allow: components["headers"]["Allow"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "Method DELETE is not allowed. Allowed: GET, HEAD, OPTIONS.",
                 *         "code": "METHOD_NOT_ALLOWED"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than the operation takes (`x-body-limit`). */
        readonly LimitedPayloadTooLarge: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "The body may be at most 1048576 bytes here.",
                 *         "code": "PAYLOAD_TOO_LARGE",
                 *         "details": {
                 *           "limit": 1048576
                 *         }
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not sent as `application/json`, or is encoded in a way that the service does not read. */
        readonly LimitedUnsupportedMediaType: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "Send the body as JSON, with the header Content-Type: application/json.",
                 *         "code": "UNSUPPORTED_MEDIA_TYPE"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The account's requests of the minute, its addresses of the month, or what it may write in a day are used up. */
        readonly VerifyLimitReached: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["RateLimitError"];
            };
        };
        /** @description The account's writes of the minute or of the day are used up. */
        readonly WriteLimitReached: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["RateLimitError"];
            };
        };
        /** @description Too many accounts were made from this client address within the hour. */
        readonly AccountCreationLimitReached: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "success": false,
                 *       "error": {
                 *         "message": "New accounts from one address are limited to 20 per hour. Try again in 1800 s.",
                 *         "code": "RATE_LIMIT_EXCEEDED",
                 *         "statusCode": 429,
                 *         "retry_after": 1800,
                 *         "limit": 20,
                 *         "reset": 1795255200,
                 *         "details": {
                 *           "scope": "hour"
                 *         }
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["RateLimitError"];
            };
        };
        /** @description Something went wrong that is not the caller's fault and that asking again may not mend. */
        readonly InternalError: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "Internal server error.",
                 *         "code": "INTERNAL_ERROR"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something went wrong that is not the caller's fault and no transient error of DNS or the network. */
        readonly LimitedInternalError: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "Internal server error.",
                 *         "code": "INTERNAL_ERROR"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The verification failed on the way. The call is never run again by the service, and it may have consumed a
         *     validation already.
         */
        readonly UpstreamFailed: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly "x-verify-origin": components["headers"]["x-verify-origin"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "The verification failed midway and may have been charged. It is not retried automatically.",
                 *         "code": "UPSTREAM_ERROR",
                 *         "retry_after": 5
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["UpstreamError"];
            };
        };
        /**
         * @description The verification did not end in its time. The call is never run again by the service, and it may have consumed a
         *     validation already.
         */
        readonly UpstreamTimedOut: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly "x-verify-origin": components["headers"]["x-verify-origin"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "The verification took too long; try again in a moment.",
                 *         "code": "UPSTREAM_TIMEOUT",
                 *         "retry_after": 5
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["UpstreamError"];
            };
        };
        /** @description A store does not respond; nothing was done. */
        readonly ServiceUnavailable: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "The service is temporarily unavailable. Try again in a moment.",
                 *         "code": "SERVICE_UNAVAILABLE"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Another call with the same `Idempotency-Key` is still in progress. */
        readonly IdempotencyInProgress: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "A call with this Idempotency-Key is still in progress. Try again in a moment.",
                 *         "code": "IDEMPOTENCY_IN_PROGRESS"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The webhook is disabled, and nothing is sent to it; or another call with the same `Idempotency-Key` is still in progress. */
        readonly WebhookDisabled: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The `Idempotency-Key` was used for another request within the last 24 hours. */
        readonly IdempotencyKeyReused: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "This Idempotency-Key was already used for a different request. Use a new key for each request.",
                 *         "code": "IDEMPOTENCY_KEY_REUSED"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The account has no such batch (also for batches of other accounts). */
        readonly BatchNotFound: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "There is no such batch.",
                 *         "code": "BATCH_NOT_FOUND"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The account has no such batch (also for batches of other accounts). */
        readonly LimitedBatchNotFound: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "There is no such batch.",
                 *         "code": "BATCH_NOT_FOUND"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The batch failed, and so has no results. */
        readonly BatchFailed: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "The batch failed: its file is no longer there.",
                 *         "code": "BATCH_FAILED"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The batch is still being processed; ask again later. */
        readonly BatchProcessing: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "The batch is still being processed. Ask again when its status is `completed`.",
                 *         "code": "BATCH_PROCESSING",
                 *         "details": {
                 *           "processed": 12000,
                 *           "total": 50000
                 *         }
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The account has no such webhook or delivery (also for those of other accounts). */
        readonly WebhookNotFound: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "There is no such webhook.",
                 *         "code": "NOT_FOUND"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The account has no such webhook or delivery (also for those of other accounts). */
        readonly LimitedWebhookNotFound: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "There is no such webhook.",
                 *         "code": "NOT_FOUND"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is not as described, or the URL is one that may not be called. */
        readonly BadWebhookRequest: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A store does not respond; nothing was charged. */
        readonly LimitedServiceUnavailable: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "message": "The service is temporarily unavailable. Try again in a moment.",
                 *         "code": "SERVICE_UNAVAILABLE"
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description A name of your choice for this call, 1 to 255 printable ASCII characters; a random one is best. Calls with the same
         *     key do what they do once, and get the same answer for 24 hours.
         * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
         */
        readonly IdempotencyKey: string;
        /**
         * @description The `ETag` of an answer that you have; where it still holds, the answer is 304 without a body.
         * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
         */
        readonly IfNoneMatch: string;
        /**
         * @description The `batch_id` or `job_id` of the answer that accepted the work.
         * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
         */
        readonly BatchId: string;
        /**
         * @description The `id` of the webhook, as `GET /v1/webhooks` lists it.
         * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
         */
        readonly WebhookId: string;
        /**
         * @description The `id` of the delivery, as the list of deliveries has it.
         * @example 0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b
         */
        readonly DeliveryId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies this call; made anew for every call. In v2 answers it equals `request_id`.
         * @example 019acb5e-3f0c-7d31-8a55-0f6a6c1d2b3e
         */
        readonly "X-Request-ID": string;
        /**
         * @description `no-store` on everything that belongs to an account or says how the service is now; else how long it keeps.
         * @example no-store
         */
        readonly "Cache-Control": string;
        /**
         * @description Names what the answer says; the same as long as it says the same (RFC 9110, section 8.8.3).
         * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
         */
        readonly ETag: string;
        /**
         * @description Requests that the limiter of this operation allows in one window. The three headers are missing where a call was
         *     refused before its limiter was asked.
         * @example 60
         */
        readonly "X-RateLimit-Limit": number;
        /**
         * @description Requests left in the present window.
         * @example 59
         */
        readonly "X-RateLimit-Remaining": number;
        /**
         * @description When the present window ends, in Unix seconds.
         * @example 1795253460
         */
        readonly "X-RateLimit-Reset": number;
        /**
         * @description Requests that the limiter of this operation allows in one window, which it shares with the other verifications. The
         *     three headers are missing where a call was refused before its limiter was asked.
         * @example 60
         */
        readonly "X-Agent-RateLimit-Limit": number;
        /**
         * @description Requests left in the present window.
         * @example 59
         */
        readonly "X-Agent-RateLimit-Remaining": number;
        /**
         * @description When the present window ends, in Unix seconds.
         * @example 1795253460
         */
        readonly "X-Agent-RateLimit-Reset": number;
        /**
         * @description `true` when this is the answer to an earlier call with the same `Idempotency-Key`; missing otherwise.
         * @example true
         */
        readonly "Idempotent-Replayed": "true";
        /**
         * @description That this is a file to be saved, and its name (RFC 6266).
         * @example attachment; filename="019acb60-2b1c-7c3d-9a4e-5f60718293a4.csv"
         */
        readonly "Content-Disposition": string;
        /**
         * @description Seconds until asking again makes sense.
         * @example 42
         */
        readonly "Retry-After": number;
        /**
         * @description The accepted schemes. `ApiKey` means the header `X-API-Key`, `Bearer` the header `Authorization`.
         * @example ApiKey, Bearer realm="mailproof"
         */
        readonly "WWW-Authenticate": string;
        /**
         * @description Methods that this path supports.
         * @example GET, HEAD, OPTIONS
         */
        readonly Allow: string;
        /**
         * @description Identifies the call in traces, 32 hex digits; taken from the caller's `traceparent` (W3C Trace Context) if it has one.
         * @example 4bf92f3577b34da6a3ce929d0e0e4736
         */
        readonly "X-Trace-ID": string;
        /**
         * @description The caller's own `X-Parent-ID`, when there was a good one.
         * @example signup-4711
         */
        readonly "X-Parent-ID": string;
        /**
         * @description Milliseconds that the service worked on the call.
         * @example 12.34
         */
        readonly "X-Processing-Time-MS": string;
        /**
         * @description Stability of this operation's contract; mirrors `stability`.
         * @example beta
         */
        readonly "X-API-Status": "beta" | "stable";
        /**
         * @description `ignored-plan` when `share_signals` was true and the plan does not include sharing: it was taken as false.
         * @example ignored-plan
         */
        readonly "X-Signal-Sharing": "ignored-plan";
        /**
         * @description Constant; says that the service tried to verify and failed, so that no proxy's error is taken for it.
         * @example mailproof-error
         */
        readonly "x-verify-origin": "mailproof-error";
        /**
         * @description Since when the operation is deprecated (RFC 9745).
         * @example @1793491200
         */
        readonly Deprecation: string;
        /**
         * @description When the operation will stop to answer (RFC 8594).
         * @example Mon, 01 Nov 2027 00:00:00 GMT
         */
        readonly Sunset: string;
        /**
         * @description What to use instead (RFC 8288).
         * @example </v1/health>; rel="successor-version"
         */
        readonly Link: string;
    };
    pathItems: never;
}
export interface operations {
    readonly verifyEmail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The address, and how to treat its result. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "email": "jane.doe@gmail.com"
                 *     }
                 */
                readonly "application/json": components["schemas"]["VerifyRequest"];
            };
        };
        readonly responses: {
            /** @description The verdict, also for a text that is no address at all. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Signal-Sharing": components["headers"]["X-Signal-Sharing"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["VerificationResult"];
                };
            };
            readonly 400: components["responses"]["LimitedBadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["VerifyLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 502: components["responses"]["UpstreamFailed"];
            readonly 504: components["responses"]["UpstreamTimedOut"];
        };
    };
    readonly verifyEmailSignals: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description Your own identifier of what this call belongs to. It comes back in the header of the same name when it is 1 to
                 *     128 characters of `A-Z a-z 0-9 . _ : -`; anything else is ignored.
                 * @example signup-4711
                 */
                readonly "X-Parent-ID"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The address. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "email": "jane.doe+news@gmail.com"
                 *     }
                 */
                readonly "application/json": components["schemas"]["V2VerifyRequest"];
            };
        };
        readonly responses: {
            /** @description The signals and the decision, also for a text that is no address at all. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Trace-ID": components["headers"]["X-Trace-ID"];
                    readonly "X-Parent-ID": components["headers"]["X-Parent-ID"];
                    readonly "X-Processing-Time-MS": components["headers"]["X-Processing-Time-MS"];
                    readonly "X-API-Status": components["headers"]["X-API-Status"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["V2VerificationResult"];
                };
            };
            readonly 400: components["responses"]["LimitedBadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["VerifyLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
        };
    };
    readonly verifyBatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The addresses, and how to treat their results. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "emails": [
                 *         "jane.doe@gmail.com",
                 *         "jane.doe@gmial.con"
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["BatchVerifyRequest"];
            };
        };
        readonly responses: {
            /** @description One result for each address, and how many there are of each status. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Signal-Sharing": components["headers"]["X-Signal-Sharing"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "email": "jane.doe@gmail.com",
                     *           "valid": true,
                     *           "status": "valid",
                     *           "is_known_valid_fallback": false,
                     *           "is_dns_fallback": false,
                     *           "checks": {
                     *             "syntax": true,
                     *             "dns": true,
                     *             "mx": true,
                     *             "disposable": false,
                     *             "role": false,
                     *             "free": true
                     *           },
                     *           "from_pool": false,
                     *           "metadata": {
                     *             "domain": "gmail.com",
                     *             "provider": "gmail"
                     *           }
                     *         },
                     *         {
                     *           "email": "jane.doe@gmial.con",
                     *           "valid": false,
                     *           "status": "invalid",
                     *           "reason": "dns",
                     *           "is_known_valid_fallback": false,
                     *           "is_dns_fallback": false,
                     *           "checks": {
                     *             "syntax": true,
                     *             "dns": false,
                     *             "mx": false,
                     *             "disposable": false,
                     *             "role": false,
                     *             "free": false
                     *           },
                     *           "from_pool": false,
                     *           "metadata": {
                     *             "domain": "gmial.con",
                     *             "did_you_mean": "jane.doe@gmail.com"
                     *           }
                     *         }
                     *       ],
                     *       "summary": {
                     *         "total": 2,
                     *         "valid": 1,
                     *         "invalid": 1,
                     *         "unknown": 0
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["BatchVerifyResponse"];
                };
            };
            readonly 400: components["responses"]["BadBatchRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["VerifyLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly verifyBulk: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The addresses, and how to treat their results. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "emails": [
                 *         "jane.doe@gmail.com",
                 *         "jane.doe@gmial.con"
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["BatchVerifyRequest"];
            };
        };
        readonly responses: {
            /** @description One result for each address, and how many there are of each status. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Signal-Sharing": components["headers"]["X-Signal-Sharing"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "results": [
                     *         {
                     *           "email": "jane.doe@gmail.com",
                     *           "valid": true,
                     *           "status": "valid",
                     *           "is_known_valid_fallback": false,
                     *           "is_dns_fallback": false,
                     *           "checks": {
                     *             "syntax": true,
                     *             "dns": true,
                     *             "mx": true,
                     *             "disposable": false,
                     *             "role": false,
                     *             "free": true
                     *           },
                     *           "from_pool": false,
                     *           "metadata": {
                     *             "domain": "gmail.com",
                     *             "provider": "gmail"
                     *           }
                     *         },
                     *         {
                     *           "email": "jane.doe@gmial.con",
                     *           "valid": false,
                     *           "status": "invalid",
                     *           "reason": "dns",
                     *           "is_known_valid_fallback": false,
                     *           "is_dns_fallback": false,
                     *           "checks": {
                     *             "syntax": true,
                     *             "dns": false,
                     *             "mx": false,
                     *             "disposable": false,
                     *             "role": false,
                     *             "free": false
                     *           },
                     *           "from_pool": false,
                     *           "metadata": {
                     *             "domain": "gmial.con",
                     *             "did_you_mean": "jane.doe@gmail.com"
                     *           }
                     *         }
                     *       ],
                     *       "summary": {
                     *         "total": 2,
                     *         "valid": 1,
                     *         "invalid": 1,
                     *         "unknown": 0
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["BatchVerifyResponse"];
                };
            };
            readonly 400: components["responses"]["BadBatchRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["VerifyLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly verifyBulkAgent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A name of your choice for this call, 1 to 255 printable ASCII characters; a random one is best. Calls with the same
                 *     key do what they do once, and get the same answer for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The addresses, and how to treat their results. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "emails": [
                 *         "jane.doe@gmail.com",
                 *         "jane.doe@gmial.con"
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["AgentBatchRequest"];
            };
        };
        readonly responses: {
            /** @description One result for each address. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Agent-RateLimit-Limit": components["headers"]["X-Agent-RateLimit-Limit"];
                    readonly "X-Agent-RateLimit-Remaining": components["headers"]["X-Agent-RateLimit-Remaining"];
                    readonly "X-Agent-RateLimit-Reset": components["headers"]["X-Agent-RateLimit-Reset"];
                    readonly "X-Signal-Sharing": components["headers"]["X-Signal-Sharing"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentBatchResponse"];
                };
            };
            /** @description The addresses are accepted and will be verified. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Agent-RateLimit-Limit": components["headers"]["X-Agent-RateLimit-Limit"];
                    readonly "X-Agent-RateLimit-Remaining": components["headers"]["X-Agent-RateLimit-Remaining"];
                    readonly "X-Agent-RateLimit-Reset": components["headers"]["X-Agent-RateLimit-Reset"];
                    readonly "X-Signal-Sharing": components["headers"]["X-Signal-Sharing"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "batch_id": "019acb60-2b1c-7c3d-9a4e-5f60718293a4",
                     *       "status": "pending",
                     *       "total": 20000
                     *     }
                     */
                    readonly "application/json": components["schemas"]["BatchAccepted"];
                };
            };
            /** @description The request is not as described, or has too many addresses. A bad address in `emails` is not such a case. */
            readonly 400: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Agent-RateLimit-Limit": components["headers"]["X-Agent-RateLimit-Limit"];
                    readonly "X-Agent-RateLimit-Remaining": components["headers"]["X-Agent-RateLimit-Remaining"];
                    readonly "X-Agent-RateLimit-Reset": components["headers"]["X-Agent-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            /** @description Another call with the same `Idempotency-Key` is still in progress. */
            readonly 409: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Agent-RateLimit-Limit": components["headers"]["X-Agent-RateLimit-Limit"];
                    readonly "X-Agent-RateLimit-Remaining": components["headers"]["X-Agent-RateLimit-Remaining"];
                    readonly "X-Agent-RateLimit-Reset": components["headers"]["X-Agent-RateLimit-Reset"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "message": "A call with this Idempotency-Key is still in progress. Try again in a moment.",
                     *         "code": "IDEMPOTENCY_IN_PROGRESS"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is larger than the operation takes (`x-body-limit`). */
            readonly 413: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Agent-RateLimit-Limit": components["headers"]["X-Agent-RateLimit-Limit"];
                    readonly "X-Agent-RateLimit-Remaining": components["headers"]["X-Agent-RateLimit-Remaining"];
                    readonly "X-Agent-RateLimit-Reset": components["headers"]["X-Agent-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "message": "The body may be at most 16777216 bytes here.",
                     *         "code": "PAYLOAD_TOO_LARGE",
                     *         "details": {
                     *           "limit": 16777216
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not sent as `application/json`, or is encoded in a way that the service does not read. */
            readonly 415: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Agent-RateLimit-Limit": components["headers"]["X-Agent-RateLimit-Limit"];
                    readonly "X-Agent-RateLimit-Remaining": components["headers"]["X-Agent-RateLimit-Remaining"];
                    readonly "X-Agent-RateLimit-Reset": components["headers"]["X-Agent-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "message": "Send the body as JSON, with the header Content-Type: application/json.",
                     *         "code": "UNSUPPORTED_MEDIA_TYPE"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The `Idempotency-Key` was used for another request within the last 24 hours. */
            readonly 422: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Agent-RateLimit-Limit": components["headers"]["X-Agent-RateLimit-Limit"];
                    readonly "X-Agent-RateLimit-Remaining": components["headers"]["X-Agent-RateLimit-Remaining"];
                    readonly "X-Agent-RateLimit-Reset": components["headers"]["X-Agent-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "message": "This Idempotency-Key was already used for a different request. Use a new key for each request.",
                     *         "code": "IDEMPOTENCY_KEY_REUSED"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The account's requests of the minute or its addresses of the month are used up. */
            readonly 429: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Agent-RateLimit-Limit": components["headers"]["X-Agent-RateLimit-Limit"];
                    readonly "X-Agent-RateLimit-Remaining": components["headers"]["X-Agent-RateLimit-Remaining"];
                    readonly "X-Agent-RateLimit-Reset": components["headers"]["X-Agent-RateLimit-Reset"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": false,
                     *       "error": {
                     *         "message": "This request needs 5,000 verifications, but only 880 of 1,000 are left for November 2026.",
                     *         "code": "RATE_LIMIT_EXCEEDED",
                     *         "statusCode": 429,
                     *         "retry_after": 829800,
                     *         "limit": 1000,
                     *         "reset": 1796083200,
                     *         "upgrade_url": "http://localhost:8080/v1/pricing",
                     *         "details": {
                     *           "scope": "month",
                     *           "used": 120,
                     *           "remaining": 880,
                     *           "requested": 5000
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RateLimitError"];
                };
            };
            /** @description Something went wrong that is not the caller's fault and no transient error of DNS or the network. */
            readonly 500: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Agent-RateLimit-Limit": components["headers"]["X-Agent-RateLimit-Limit"];
                    readonly "X-Agent-RateLimit-Remaining": components["headers"]["X-Agent-RateLimit-Remaining"];
                    readonly "X-Agent-RateLimit-Reset": components["headers"]["X-Agent-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "message": "Internal server error.",
                     *         "code": "INTERNAL_ERROR"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A store does not respond. */
            readonly 503: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-Agent-RateLimit-Limit": components["headers"]["X-Agent-RateLimit-Limit"];
                    readonly "X-Agent-RateLimit-Remaining": components["headers"]["X-Agent-RateLimit-Remaining"];
                    readonly "X-Agent-RateLimit-Reset": components["headers"]["X-Agent-RateLimit-Reset"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "message": "The service is temporarily unavailable. Try again in a moment.",
                     *         "code": "SERVICE_UNAVAILABLE"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    readonly uploadBulk: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A name of your choice for this call, 1 to 255 printable ASCII characters; a random one is best. Calls with the same
                 *     key do what they do once, and get the same answer for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The file, with fields before or after it. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "file": "email,name\njane.doe@gmail.com,Jane\n",
                 *       "webhook_url": "https://example.com/hooks/mailproof"
                 *     }
                 */
                readonly "multipart/form-data": components["schemas"]["UploadRequest"];
            };
        };
        readonly responses: {
            /** @description The file is accepted and will be verified. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019acb60-2b1c-7c3d-9a4e-5f60718293a4",
                     *       "job_id": "019acb60-2b1c-7c3d-9a4e-5f60718293a4",
                     *       "status": "queued",
                     *       "total_emails": 20000,
                     *       "request_id": "019acb60-2b1b-7a01-8c3d-4e5f60718293",
                     *       "trace_id": "4bf92f3577b34da6a3ce929d0e0e4736",
                     *       "webhook_url": "https://example.com/hooks/mailproof"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["UploadAccepted"];
                };
            };
            /** @description There is no file or more than one, a field is not as described, or the file cannot be read as CSV. */
            readonly 400: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            /** @description Another call with the same `Idempotency-Key` is still in progress. */
            readonly 409: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "message": "A call with this Idempotency-Key is still in progress. Try again in a moment.",
                     *         "code": "IDEMPOTENCY_IN_PROGRESS"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The file is larger than 100 MB. */
            readonly 413: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "message": "The file may be at most 104857600 bytes.",
                     *         "code": "PAYLOAD_TOO_LARGE",
                     *         "details": {
                     *           "limit": 104857600
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The body is not sent as `multipart/form-data`. */
            readonly 415: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "message": "Send the file as multipart/form-data, in the field `file`.",
                     *         "code": "UNSUPPORTED_MEDIA_TYPE"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The `Idempotency-Key` was used for another request within the last 24 hours. */
            readonly 422: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "message": "This Idempotency-Key was already used for a different request. Use a new key for each request.",
                     *         "code": "IDEMPOTENCY_KEY_REUSED"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 429: components["responses"]["VerifyLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly getBulkJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `job_id` of the answer that accepted the file.
                 * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
                 */
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "job_id": "019acb60-2b1c-7c3d-9a4e-5f60718293a4",
                     *       "status": "completed",
                     *       "progress": {
                     *         "total": 20000,
                     *         "processed": 20000,
                     *         "valid": 18211,
                     *         "invalid": 1789
                     *       },
                     *       "download_url": "http://localhost:8080/v1/batch/019acb60-2b1c-7c3d-9a4e-5f60718293a4/download?expires=1795339860&signature=pVZ0bK1q",
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "completed_at": "2026-11-21T09:31:00.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["BulkJobStatus"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["BatchNotFound"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getBatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `batch_id` or `job_id` of the answer that accepted the work.
                 * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
                 */
                readonly batchId: components["parameters"]["BatchId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The batch. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BatchStatus"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["BatchNotFound"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly cancelBatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `batch_id` or `job_id` of the answer that accepted the work.
                 * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
                 */
                readonly batchId: components["parameters"]["BatchId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The batch is cancelled, or was already cancelled. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Batch cancelled."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Done"];
                };
            };
            readonly 400: components["responses"]["LimitedBadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["LimitedBatchNotFound"];
            /** @description The batch has ended already. */
            readonly 409: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "message": "This batch has completed already.",
                     *         "code": "BATCH_NOT_CANCELLABLE",
                     *         "details": {
                     *           "status": "completed"
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly getBatchResults: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `batch_id` or `job_id` of the answer that accepted the work.
                 * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
                 */
                readonly batchId: components["parameters"]["BatchId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The results. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AgentBatchResponse"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["BatchNotFound"];
            readonly 409: components["responses"]["BatchFailed"];
            readonly 425: components["responses"]["BatchProcessing"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly downloadBatch: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description When the link ends, in Unix seconds; part of `download_url`.
                 * @example 1795339860
                 */
                readonly expires?: number;
                /**
                 * @description Proof that the link was made by this service; part of `download_url`.
                 * @example pVZ0bK1q
                 */
                readonly signature?: string;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `batch_id` or `job_id` of the answer that accepted the work.
                 * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
                 */
                readonly batchId: components["parameters"]["BatchId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Content-Disposition": components["headers"]["Content-Disposition"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example "email","name","mp_status","mp_valid","mp_reason","mp_disposable","mp_role","mp_free","mp_did_you_mean"
                     *     "jane.doe@gmail.com","Jane","valid","true","","false","false","true",""
                     */
                    readonly "text/csv": components["schemas"]["CsvFile"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            /** @description There is neither a key nor a link, or the key does not work. */
            readonly 401: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 404: components["responses"]["BatchNotFound"];
            readonly 409: components["responses"]["BatchFailed"];
            readonly 425: components["responses"]["BatchProcessing"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Contact details of the new account. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "email": "jane.doe@gmail.com",
                 *       "name": "Jane Doe"
                 *     }
                 */
                readonly "application/json": components["schemas"]["CreateAccountRequest"];
            };
        };
        readonly responses: {
            /** @description The account, with its key. */
            readonly 201: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "account": {
                     *         "id": "019acb5e-1c55-7a20-b1f4-93d7b6a0c1de",
                     *         "email": "jane.doe@gmail.com",
                     *         "name": "Jane Doe",
                     *         "plan": "free",
                     *         "created_at": "2026-11-21T09:29:51.000Z",
                     *         "updated_at": "2026-11-21T09:29:51.000Z"
                     *       },
                     *       "api_key": "mpk_7QxK2mVb9TzR4wYc6NpL1sHd8GfJ3e1aB2cD"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["AccountCreated"];
                };
            };
            readonly 400: components["responses"]["LimitedBadRequest"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["AccountCreationLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly getAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The account. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "019acb5e-1c55-7a20-b1f4-93d7b6a0c1de",
                     *       "email": "jane.doe@gmail.com",
                     *       "name": "Jane Doe",
                     *       "plan": "free",
                     *       "created_at": "2026-11-21T09:29:51.000Z",
                     *       "updated_at": "2026-11-21T09:29:51.000Z"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Account"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly generateKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A name of your choice for this call, 1 to 255 printable ASCII characters; a random one is best. Calls with the same
                 *     key do what they do once, and get the same answer for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description What kind of key; nothing gives a key without a name that never expires. */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "web server",
                 *       "expires_in_days": 365
                 *     }
                 */
                readonly "application/json": components["schemas"]["GenerateKeyRequest"];
            };
        };
        readonly responses: {
            /** @description The new key. */
            readonly 201: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "api_key": "mpk_AbCd2mVb9TzR4wYc6NpL1sHd8GfJ3e0Zk9Yx",
                     *       "key": {
                     *         "id": "019acb5f-0d11-7f6e-8e0a-2c4d6e8f0a1b",
                     *         "name": "web server",
                     *         "masked": "mpk_AbCd…",
                     *         "sandbox": false,
                     *         "created_at": "2026-11-21T09:31:00.000Z",
                     *         "expires_at": "2027-11-21T09:31:00.000Z",
                     *         "last_used_at": null
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["KeyGenerated"];
                };
            };
            /** @description The request is not as described, or the account has 10 active keys already. */
            readonly 400: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 409: components["responses"]["IdempotencyInProgress"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly listKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The keys, oldest first. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "keys": [
                     *         {
                     *           "id": "019acb5e-1c56-7b02-8f4e-6a1c0d9e2f33",
                     *           "name": null,
                     *           "masked": "mpk_7QxK…",
                     *           "sandbox": false,
                     *           "created_at": "2026-11-21T09:29:51.000Z",
                     *           "expires_at": null,
                     *           "last_used_at": "2026-11-21T09:30:02.000Z"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["KeyList"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly revokeKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the key, as `GET /v1/keys` lists it. Not the key itself.
                 * @example 019acb5f-0d11-7f6e-8e0a-2c4d6e8f0a1b
                 */
                readonly keyId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key is revoked, now or already before. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "API key revoked."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Done"];
                };
            };
            /** @description It is the account's last active key, or the request is not as described. */
            readonly 400: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            /** @description The account has no such key (also for keys of other accounts). */
            readonly 404: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "message": "There is no such key.",
                     *         "code": "NOT_FOUND"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly listWebhooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhooks, oldest first. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhooks": [
                     *         {
                     *           "id": "wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091",
                     *           "url": "https://example.com/hooks/mailproof",
                     *           "events": [
                     *             "bulk.completed"
                     *           ],
                     *           "status": "enabled",
                     *           "disabled_reason": null,
                     *           "created_at": "2026-11-21T09:32:00.000Z",
                     *           "updated_at": "2026-11-21T09:32:00.000Z",
                     *           "last_success_at": null,
                     *           "last_failure_at": null,
                     *           "consecutive_failures": 0
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["WebhookList"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A name of your choice for this call, 1 to 255 printable ASCII characters; a random one is best. Calls with the same
                 *     key do what they do once, and get the same answer for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The URL and events of the webhook. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "url": "https://example.com/hooks/mailproof",
                 *       "events": [
                 *         "bulk.completed"
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        readonly responses: {
            /** @description The webhook, with its secret. */
            readonly 201: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "webhook": {
                     *         "id": "wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091",
                     *         "url": "https://example.com/hooks/mailproof",
                     *         "events": [
                     *           "bulk.completed"
                     *         ],
                     *         "status": "enabled",
                     *         "disabled_reason": null,
                     *         "created_at": "2026-11-21T09:32:00.000Z",
                     *         "updated_at": "2026-11-21T09:32:00.000Z",
                     *         "last_success_at": null,
                     *         "last_failure_at": null,
                     *         "consecutive_failures": 0
                     *       },
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            readonly 400: components["responses"]["BadWebhookRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 409: components["responses"]["IdempotencyInProgress"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly getSigningSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The secret. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "secret": "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SigningSecret"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the webhook, as `GET /v1/webhooks` lists it.
                 * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
                 */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091",
                     *       "url": "https://example.com/hooks/mailproof",
                     *       "events": [
                     *         "bulk.completed"
                     *       ],
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "created_at": "2026-11-21T09:32:00.000Z",
                     *       "updated_at": "2026-11-21T09:32:00.000Z",
                     *       "last_success_at": null,
                     *       "last_failure_at": null,
                     *       "consecutive_failures": 0
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly deleteWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the webhook, as `GET /v1/webhooks` lists it.
                 * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
                 */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook is deleted. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "Webhook deleted."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Done"];
                };
            };
            readonly 400: components["responses"]["LimitedBadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["LimitedWebhookNotFound"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly updateWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the webhook, as `GET /v1/webhooks` lists it.
                 * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
                 */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        /** @description What to change. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "status": "disabled"
                 *     }
                 */
                readonly "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        readonly responses: {
            /** @description The webhook as it is now. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091",
                     *       "url": "https://example.com/hooks/mailproof",
                     *       "events": [
                     *         "bulk.completed"
                     *       ],
                     *       "status": "enabled",
                     *       "disabled_reason": null,
                     *       "created_at": "2026-11-21T09:32:00.000Z",
                     *       "updated_at": "2026-11-21T09:32:00.000Z",
                     *       "last_success_at": null,
                     *       "last_failure_at": null,
                     *       "consecutive_failures": 0
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Webhook"];
                };
            };
            readonly 400: components["responses"]["BadWebhookRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["LimitedWebhookNotFound"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly rotateWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A name of your choice for this call, 1 to 255 printable ASCII characters; a random one is best. Calls with the same
                 *     key do what they do once, and get the same answer for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The `id` of the webhook, as `GET /v1/webhooks` lists it.
                 * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
                 */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook, with its new secret. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "webhook": {
                     *         "id": "wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091",
                     *         "url": "https://example.com/hooks/mailproof",
                     *         "events": [
                     *           "bulk.completed"
                     *         ],
                     *         "status": "enabled",
                     *         "disabled_reason": null,
                     *         "created_at": "2026-11-21T09:32:00.000Z",
                     *         "updated_at": "2026-11-21T09:32:00.000Z",
                     *         "last_success_at": null,
                     *         "last_failure_at": null,
                     *         "consecutive_failures": 0
                     *       },
                     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            readonly 400: components["responses"]["LimitedBadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["LimitedWebhookNotFound"];
            readonly 409: components["responses"]["IdempotencyInProgress"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly testWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A name of your choice for this call, 1 to 255 printable ASCII characters; a random one is best. Calls with the same
                 *     key do what they do once, and get the same answer for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The `id` of the webhook, as `GET /v1/webhooks` lists it.
                 * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
                 */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The call is about to be made. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "delivery_id": "0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["TestDelivery"];
                };
            };
            readonly 400: components["responses"]["LimitedBadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["LimitedWebhookNotFound"];
            readonly 409: components["responses"]["WebhookDisabled"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly listDeliveries: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Page size.
                 * @example 20
                 */
                readonly limit?: number;
                /**
                 * @description The `next_cursor` of the previous page.
                 * @example eyJhZnRlciI6MTJ9
                 */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the webhook, as `GET /v1/webhooks` lists it.
                 * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
                 */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of deliveries. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "deliveries": [
                     *         {
                     *           "id": "0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b",
                     *           "event": "bulk.completed",
                     *           "status": "pending",
                     *           "created_at": "2026-11-21T09:33:00.000Z",
                     *           "next_attempt_at": "2026-11-21T09:33:05.000Z",
                     *           "attempts": [
                     *             {
                     *               "at": "2026-11-21T09:33:00.000Z",
                     *               "status_code": 500,
                     *               "duration_ms": 41,
                     *               "response": "Internal Server Error"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DeliveryList"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly resendDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A name of your choice for this call, 1 to 255 printable ASCII characters; a random one is best. Calls with the same
                 *     key do what they do once, and get the same answer for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The `id` of the webhook, as `GET /v1/webhooks` lists it.
                 * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
                 */
                readonly webhookId: components["parameters"]["WebhookId"];
                /**
                 * @description The `id` of the delivery, as the list of deliveries has it.
                 * @example 0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b
                 */
                readonly deliveryId: components["parameters"]["DeliveryId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery, about to be sent. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b",
                     *       "event": "bulk.completed",
                     *       "status": "pending",
                     *       "created_at": "2026-11-21T09:33:00.000Z",
                     *       "next_attempt_at": "2026-11-21T09:33:05.000Z",
                     *       "attempts": [
                     *         {
                     *           "at": "2026-11-21T09:33:00.000Z",
                     *           "status_code": 500,
                     *           "duration_ms": 41,
                     *           "response": "Internal Server Error"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Delivery"];
                };
            };
            readonly 400: components["responses"]["LimitedBadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 404: components["responses"]["LimitedWebhookNotFound"];
            readonly 409: components["responses"]["WebhookDisabled"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly getPoolStats: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of an answer that you have; where it still holds, the answer is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The figures. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PoolStats"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadQuery"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPoolLeaderboard: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Period to cover.
                 * @example monthly
                 */
                readonly period?: "daily" | "weekly" | "monthly" | "all-time";
                /**
                 * @description Page size.
                 * @example 10
                 */
                readonly limit?: number;
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an answer that you have; where it still holds, the answer is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Contributors in order of rank. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": "weekly",
                     *       "contributors": [
                     *         {
                     *           "rank": 1,
                     *           "contributor_id": "c_4f1a09c2d7be63588e10",
                     *           "contributions": 1204,
                     *           "unique_contributions": 873,
                     *           "credits_earned": 1950,
                     *           "badge": "silver"
                     *         },
                     *         {
                     *           "rank": 2,
                     *           "contributor_id": "c_b07d5516e2c94fa3180d",
                     *           "contributions": 1204,
                     *           "unique_contributions": 640,
                     *           "credits_earned": 1711,
                     *           "badge": "gold"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PoolLeaderboard"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadPoolQuery"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPoolActivity: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of events.
                 * @example 50
                 */
                readonly limit?: number;
            };
            readonly header?: {
                /**
                 * @description The `ETag` of an answer that you have; where it still holds, the answer is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The items, and what they come to. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "activity": [
                     *         {
                     *           "type": "new_domain",
                     *           "message": "The first address of a new domain was contributed",
                     *           "timestamp": "2026-11-21T09:29:58.123Z",
                     *           "icon": "🌐",
                     *           "provider": "google_workspace"
                     *         },
                     *         {
                     *           "type": "bulk",
                     *           "message": "950 validations of a batch were contributed",
                     *           "timestamp": "2026-11-21T09:29:41.007Z",
                     *           "icon": "📦",
                     *           "source": "batch"
                     *         }
                     *       ],
                     *       "metrics": {
                     *         "events_shown": 2,
                     *         "activity_last_hour": 951,
                     *         "most_common_type": "new_domain"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PoolActivity"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadPoolQuery"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPoolContributions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Period to cover.
                 * @example month
                 */
                readonly period?: "today" | "week" | "month" | "all-time";
                /**
                 * @description Which page, from 1.
                 * @example 1
                 */
                readonly page?: number;
                /**
                 * @description How many contributions a page has at most.
                 * @example 20
                 */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of contributions, and what all of the period come to. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "period": "week",
                     *       "summary": {
                     *         "total_contributions": 21,
                     *         "unique_contributions": 17,
                     *         "total_credits": 34,
                     *         "current_badge": "bronze"
                     *       },
                     *       "contributions": [
                     *         {
                     *           "timestamp": "2026-11-21T09:29:58.123Z",
                     *           "email_hash": "7d1c0b9f6c2e4a85b3f01d92ae67c458d3b5f0a1628e9c74bd50f3a2e1c86790",
                     *           "credits_earned": 2,
                     *           "unique": true
                     *         }
                     *       ],
                     *       "pagination": {
                     *         "page": 2,
                     *         "limit": 20,
                     *         "total": 21,
                     *         "has_more": false
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ContributionHistory"];
                };
            };
            readonly 400: components["responses"]["BadPoolQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPoolRank: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Which time rank and contributions are of.
                 * @example monthly
                 */
                readonly period?: "daily" | "weekly" | "monthly" | "all-time";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rank. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ContributorRank"];
                };
            };
            readonly 400: components["responses"]["BadPoolQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPoolLevels: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The levels, lowest first. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "levels": [
                     *         {
                     *           "name": "Contributor",
                     *           "min_contributions": 0,
                     *           "count": 41
                     *         },
                     *         {
                     *           "name": "Bronze",
                     *           "min_contributions": 100,
                     *           "count": 12
                     *         },
                     *         {
                     *           "name": "Silver",
                     *           "min_contributions": 1000,
                     *           "count": 3
                     *         },
                     *         {
                     *           "name": "Gold",
                     *           "min_contributions": 10000,
                     *           "count": 1
                     *         },
                     *         {
                     *           "name": "Diamond",
                     *           "min_contributions": 100000,
                     *           "count": 0
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ContributorLevelList"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPoolHistory: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The first day, a UTC date; thirty days in all where it is left out.
                 * @example 2026-11-01
                 */
                readonly from?: string;
                /**
                 * @description The last day, a UTC date; today, so far, where it is left out.
                 * @example 2026-11-21
                 */
                readonly to?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A line for each day and contributor; empty where nothing was contributed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {"day":"2026-11-20","contributor_id":"c_4f1a09c2d7be63588e10","contributions":12,"unique_contributions":9,"credits_earned":21,"verdicts":{"valid":10,"invalid":2}}
                     *     {"day":"2026-11-21","contributor_id":"c_4f1a09c2d7be63588e10","contributions":3,"unique_contributions":3,"credits_earned":6,"verdicts":{"valid":3,"invalid":0}}
                     */
                    readonly "application/x-ndjson": components["schemas"]["PoolHistory"];
                };
            };
            /** @description A day is none, or the first comes after the last; a parameter is unknown, or there twice. */
            readonly 400: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "message": "`from` must be a date such as 2026-11-21.",
                     *         "code": "VALIDATION_ERROR",
                     *         "details": [
                     *           {
                     *             "path": "/from",
                     *             "message": "`from` must be a date such as 2026-11-21"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getUsage: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The usage. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "current_month": {
                     *         "verifications": 120,
                     *         "limit": 1000,
                     *         "remaining": 880
                     *       },
                     *       "rate_limits": {
                     *         "per_minute": 60,
                     *         "per_second": 1
                     *       },
                     *       "plan": "free"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["UsageStats"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPricing: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The plans, smallest first. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "currency": "USD",
                     *       "tiers": [
                     *         {
                     *           "id": "free",
                     *           "name": "Free",
                     *           "price_monthly": 0,
                     *           "validations_per_month": 1000,
                     *           "rate_limit_per_minute": 60,
                     *           "features": [
                     *             "Single and batch verification",
                     *             "No credit card"
                     *           ]
                     *         },
                     *         {
                     *           "id": "enterprise",
                     *           "name": "Enterprise",
                     *           "price_monthly": null,
                     *           "validations_per_month": 1000000,
                     *           "rate_limit_per_minute": 6000,
                     *           "features": [
                     *             "A private signal pool of your own"
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PricingTiers"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getHealth: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The service works, perhaps degraded. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "1.0.0",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "uptime_seconds": 86400,
                     *       "checks": {
                     *         "event_store": {
                     *           "status": "ok"
                     *         },
                     *         "documents": {
                     *           "status": "ok"
                     *         },
                     *         "read_models": {
                     *           "status": "ok"
                     *         },
                     *         "reactors": {
                     *           "status": "ok"
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 500: components["responses"]["InternalError"];
            /** @description A store does not respond, so the service cannot work. */
            readonly 503: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "version": "1.0.0",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "uptime_seconds": 86400,
                     *       "checks": {
                     *         "event_store": {
                     *           "status": "ok"
                     *         },
                     *         "documents": {
                     *           "status": "error",
                     *           "message": "does not answer"
                     *         },
                     *         "read_models": {
                     *           "status": "ok"
                     *         },
                     *         "reactors": {
                     *           "status": "ok"
                     *         }
                     *       },
                     *       "error": {
                     *         "message": "A store does not respond; see `checks`.",
                     *         "code": "SERVICE_UNAVAILABLE"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["HealthFailure"];
                };
            };
        };
    };
    readonly getLiveness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The process is alive. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "1.0.0",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "uptime_seconds": 86400
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Liveness"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getReadiness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The service works, perhaps degraded. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "version": "1.0.0",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "uptime_seconds": 86400,
                     *       "checks": {
                     *         "event_store": {
                     *           "status": "ok"
                     *         },
                     *         "documents": {
                     *           "status": "ok"
                     *         },
                     *         "read_models": {
                     *           "status": "ok"
                     *         },
                     *         "reactors": {
                     *           "status": "ok"
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 500: components["responses"]["InternalError"];
            /** @description A store does not respond, so the service cannot work. */
            readonly 503: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "error",
                     *       "version": "1.0.0",
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "uptime_seconds": 86400,
                     *       "checks": {
                     *         "event_store": {
                     *           "status": "ok"
                     *         },
                     *         "documents": {
                     *           "status": "error",
                     *           "message": "does not answer"
                     *         },
                     *         "read_models": {
                     *           "status": "ok"
                     *         },
                     *         "reactors": {
                     *           "status": "ok"
                     *         }
                     *       },
                     *       "error": {
                     *         "message": "A store does not respond; see `checks`.",
                     *         "code": "SERVICE_UNAVAILABLE"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["HealthFailure"];
                };
            };
        };
    };
    readonly getOpenapi: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The description. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "openapi": "3.0.3",
                     *       "info": {
                     *         "title": "mailproof",
                     *         "version": "1.0.0"
                     *       },
                     *       "paths": {}
                     *     }
                     */
                    readonly "application/json": components["schemas"]["OpenapiDocument"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getDiagnosticModules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What was found. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly Deprecation: components["headers"]["Deprecation"];
                    readonly Sunset: components["headers"]["Sunset"];
                    readonly Link: components["headers"]["Link"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timestamp": "2026-11-21T09:30:00.000Z",
                     *       "node_version": "v20.20.2",
                     *       "platform": "linux",
                     *       "env": {
                     *         "NODE_ENV": "production",
                     *         "PLATFORM": "",
                     *         "TZ": "UTC",
                     *         "LANG": "C.UTF-8"
                     *       },
                     *       "modules": {
                     *         "express": "loaded",
                     *         "lmdb": {
                     *           "error": "ERR_MODULE_NOT_FOUND",
                     *           "failed": true
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DiagnosticResponse"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listReasons: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><html lang="en"><title>Reasons</title></html> */
                    readonly "text/html": components["schemas"]["Page"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getReason: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `docs_slug` of a reason.
                 * @example plus-addressing
                 */
                readonly slug: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><html lang="en"><title>plus_addressing</title></html> */
                    readonly "text/html": components["schemas"]["Page"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            /** @description There is no reason of that name. */
            readonly 404: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "message": "Unknown reason. See /docs/reasons for all reasons.",
                     *         "code": "NOT_FOUND"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Error"];
                };
            };
            readonly 500: components["responses"]["InternalError"];
        };
    };
}
