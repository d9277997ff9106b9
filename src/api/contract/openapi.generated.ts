// Made from schema/openapi.yaml by `npm run generate`. Do not edit.
export interface components {
    schemas: {
        /** @description One address to verify. */
        readonly VerifyRequest: {
            /**
             * @description The email address to verify. Any string is accepted and verified as given, without trimming; a malformed
             *     address gets a result with `checks.syntax` false.
             * @example jane.doe@gmail.com
             */
            readonly email: string;
            /**
             * @description Whether to contribute the result to the signal pool. Requires the Starter plan or higher; on the free plan
             *     it is treated as false, which the header `X-Signal-Sharing` reports. Default: false.
             * @default false
             * @example false
             */
            readonly share_signals: boolean | null;
            /**
             * @description Whether to include the verification steps, with outcomes and durations, in each result. Default: false.
             * @default false
             * @example false
             */
            readonly debug: boolean | null;
            /**
             * @description Whether to ask the mail server of the domain if the mailbox exists. Refused unless the operator has switched these checks
             *     on (`MAILBOX_CHECKS`). Default: false.
             * @default false
             * @example false
             */
            readonly mailbox: boolean | null;
        };
        /** @description One address to verify. */
        readonly V2VerifyRequest: {
            /**
             * @description The email address to verify. Any string is accepted and verified as given, without trimming.
             * @example jane.doe+news@gmail.com
             */
            readonly email: string;
            /**
             * @description Whether to ask the mail server of the domain if the mailbox exists. Refused unless the operator has switched these checks
             *     on (`MAILBOX_CHECKS`). Default: false.
             * @default false
             * @example false
             */
            readonly mailbox: boolean | null;
        };
        /** @description The addresses to verify. */
        readonly BatchVerifyRequest: {
            /**
             * @description The email addresses to verify, 1 to 1,000. Any string is accepted and verified as given; a malformed address
             *     gets a result with `checks.syntax` false.
             * @example [
             *       "jane.doe@gmail.com",
             *       "jane.doe@gmial.con"
             *     ]
             */
            readonly emails: readonly string[];
            /**
             * @description Whether to contribute the result to the signal pool. Requires the Starter plan or higher; on the free plan
             *     it is treated as false, which the header `X-Signal-Sharing` reports. Default: false.
             * @default false
             * @example false
             */
            readonly share_signals: boolean | null;
            /**
             * @description Whether to include the verification steps, with outcomes and durations, in each result. Default: false.
             * @default false
             * @example false
             */
            readonly debug: boolean | null;
        };
        /** @description The addresses to verify. */
        readonly AgentBatchRequest: {
            /**
             * @description The email addresses to verify: 1 to 10,000, with `async` up to 50,000. Any string is accepted and verified
             *     as given; a malformed address gets a result with `e` equal to `syntax`.
             * @example [
             *       "jane.doe@gmail.com",
             *       "jane.doe@gmial.con"
             *     ]
             */
            readonly emails: readonly string[];
            readonly format?: components["schemas"]["ResultFormat"];
            /**
             * @description Whether to verify in the background and return a `batch_id` immediately. Recommended for more than 1,000
             *     addresses, required for more than 10,000. Default: false.
             * @default false
             * @example false
             */
            readonly async: boolean | null;
            /**
             * Format: uri
             * @description URL that is notified when the job ends, with the scheme `http` or `https`. Its port is 443, 80, or one from
             *     1024 that is not usual for a database or another service. Its host must resolve to a public IP address.
             * @example https://example.com/hooks/mailproof
             */
            readonly webhook_url?: string | null;
            /**
             * @description Whether to contribute the result to the signal pool. Requires the Starter plan or higher; on the free plan
             *     it is treated as false, which the header `X-Signal-Sharing` reports. Default: false.
             * @default false
             * @example false
             */
            readonly share_signals: boolean | null;
            /**
             * @description Whether to include the verification steps, with outcomes and durations, in each result. Default: false.
             * @default false
             * @example false
             */
            readonly debug: boolean | null;
            /**
             * @description Whether to ask mail servers if the mailboxes of valid addresses exist, once DNS has judged every address. Only for jobs in the
             *     background. Refused unless the operator has switched these checks on (`MAILBOX_CHECKS`). Not charged. Default: false.
             * @default false
             * @example false
             */
            readonly mailbox: boolean | null;
            /**
             * @description How many minutes mail servers are asked at most, after DNS has judged every address. A server that greylists wants
             *     to be asked again after 5 to 60 minutes, and none is asked about more than 30 recipients a minute. Then
             *     what is known is final. Default: 30.
             * @default 30
             * @example 240
             */
            readonly mailbox_minutes: number | null;
        };
        /**
         * @description `compact`: a few short members per address. `full`: also the members of a VerificationResult. Default: compact.
         * @default compact
         * @example compact
         * @enum {string|null}
         */
        readonly ResultFormat: "compact" | "full" | null;
        /** @description A CSV file and how to read it. */
        readonly UploadRequest: {
            /**
             * Format: binary
             * @description The CSV file, up to 100 MB and 1,000,000 rows.
             * @example email,name
             *     jane.doe@gmail.com,Jane
             */
            readonly file: string;
            /**
             * Format: uri
             * @description URL that is notified when the job ends, with the scheme `http` or `https`. Its port is 443, 80, or one from
             *     1024 that is not usual for a database or another service. Its host must resolve to a public IP address.
             * @example https://example.com/hooks/mailproof
             */
            readonly webhook_url?: string | null;
            /**
             * @description The column of addresses: its name in the header, or its number, starting at 1. Default: detected by name or
             *     content.
             * @example contact
             */
            readonly email_column?: string | null;
            /**
             * @description Whether the first row contains column names. Default: detected.
             * @example true
             */
            readonly has_header?: boolean | null;
            readonly encoding?: components["schemas"]["FileEncoding"];
            /**
             * @description Whether to ask mail servers if the mailboxes of valid addresses exist, once DNS has judged every address. Only for jobs in the
             *     background. Refused unless the operator has switched these checks on (`MAILBOX_CHECKS`). Not charged. Default: false.
             * @default false
             * @example false
             */
            readonly mailbox: boolean | null;
            /**
             * @description How many minutes mail servers are asked at most, after DNS has judged every address. A server that greylists wants
             *     to be asked again after 5 to 60 minutes, and none is asked about more than 30 recipients a minute. Then
             *     what is known is final. Default: 30.
             * @default 30
             * @example 240
             */
            readonly mailbox_minutes: number | null;
        };
        /**
         * @description Encoding of the file; a byte order mark takes precedence. Default: UTF-8 is detected, and UTF-16 by its byte order
         *     mark; any other file is read as Windows-1252.
         * @example iso-8859-15
         * @enum {string|null}
         */
        readonly FileEncoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "iso-8859-2" | "iso-8859-15" | null;
        /** @description The URL and the event subscriptions. */
        readonly CreateWebhookRequest: {
            /**
             * Format: uri
             * @description URL that events are sent to, with the scheme `http` or `https`, without credentials. Its port is 443, 80, or
             *     one from 1024 that is not usual for a database or another service. Its host must resolve to a public IP
             *     address.
             * @example https://example.com/hooks/mailproof
             */
            readonly url: string;
            /**
             * @description Events to subscribe to. Default: all but `usage.threshold_reached`, `webhook.disabled` and `webhook.recovered`.
             * @example [
             *       "bulk.completed"
             *     ]
             */
            readonly events?: readonly components["schemas"]["WebhookEvent"][] | null;
            readonly headers?: components["schemas"]["WebhookHeaders"];
            /**
             * @description Certificates of authorities, as PEM, that are trusted besides the public ones, for an endpoint inside a company.
             *     Default: none.
             * @example null
             */
            readonly certificate_authority?: string | null;
        };
        /** @description The fields to change. Fields that are left out keep their values; if a webhook with headers gets another `url`, `headers` must be given. */
        readonly UpdateWebhookRequest: {
            /**
             * Format: uri
             * @description The new URL, with the rules of `POST /v1/webhooks`.
             * @example https://example.com/hooks/mailproof
             */
            readonly url?: string | null;
            /**
             * @description Events to subscribe to instead of the present ones.
             * @example [
             *       "bulk.completed"
             *     ]
             */
            readonly events?: readonly components["schemas"]["WebhookEvent"][] | null;
            readonly headers?: components["schemas"]["WebhookHeaders"];
            /**
             * @description Certificates of authorities, as PEM, that are trusted besides the public ones, for an endpoint inside a company.
             *     They replace the present ones; an empty text removes them.
             * @example null
             */
            readonly certificate_authority?: string | null;
            readonly status?: components["schemas"]["WebhookStatusChange"];
        };
        /**
         * @description Whether events are to be delivered to the webhook. Default: unchanged.
         * @example disabled
         * @enum {string|null}
         */
        readonly WebhookStatusChange: "enabled" | "disabled" | null;
        /** @description Since when failed deliveries are sent again. */
        readonly ReplayDeliveriesRequest: {
            /**
             * @description A time, or a UTC date for its start. Deliveries are kept for 30 days, unless the operator chose otherwise.
             * @example 2026-11-21
             */
            readonly since: string;
        };
        /**
         * @description Headers that every request to the URL carries besides those of the service, such as a key of a gateway: at most
         *     20, with values of at most 1,000 printable ASCII characters. Those of a change replace the present ones; an empty
         *     object removes them. Their values are never shown again, so a change of the URL needs them, or an empty object. Default: none;
         *     unchanged in a change that keeps the URL.
         * @example {
         *       "X-Environment": "production"
         *     }
         */
        readonly WebhookHeaders: {
            readonly [key: string]: string;
        } | null;
        /**
         * @description `verification.completed`: a single verification was completed. `bulk.completed`: a batch or upload completed,
         *     failed or was cancelled. `usage.limit_reached`: the monthly quota is used up. `usage.threshold_reached`: 50, 70 or 90 % of
         *     it are used. `webhook.disabled`: the service disabled a webhook. `webhook.recovered`: deliveries to a webhook arrive again.
         * @example bulk.completed
         * @enum {string}
         */
        readonly WebhookEvent: "verification.completed" | "bulk.completed" | "usage.limit_reached" | "usage.threshold_reached" | "webhook.disabled" | "webhook.recovered";
        /** @description Contact details of the new account. */
        readonly CreateAccountRequest: {
            /**
             * Format: email
             * @description Contact address of the account's owner. Must be a valid email address (RFC 5321).
             * @example jane.doe@gmail.com
             */
            readonly email: string;
            /**
             * @description Name of the account's owner.
             * @example Jane Doe
             */
            readonly name?: string | null;
            /**
             * @description Code of an invitation by the operator, where one is required. It can be used once, and may be for another plan
             *     than the free one.
             * @example mpi_7QxK2mVb9TzR4wYc6NpL1sHd8GfJ3e1aB2cD
             */
            readonly invite?: string | null;
        };
        /**
         * @description What a key may do. `verify`: verify single addresses. `bulk`: verify lists and files, and read their results.
         *     `read`: read statistics, decisions, usage and the account. `webhooks`: everything about webhooks. `rules`:
         *     everything about rules and lists. `outcomes`: report outcomes; a key that can do nothing else may be part of a URL.
         *     `admin`: create, list and revoke keys.
         * @example verify
         * @enum {string}
         */
        readonly KeyScope: "verify" | "bulk" | "read" | "webhooks" | "rules" | "outcomes" | "admin";
        /** @description Options for the new key. All fields are optional. */
        readonly GenerateKeyRequest: {
            /**
             * @description A label that helps you recognise the key.
             * @example web server
             */
            readonly name?: string | null;
            /**
             * @description Days until the key expires. Default: never, or at the end of the calling key if that one has scopes or networks.
             * @example 365
             */
            readonly expires_in_days?: number | null;
            /**
             * @description Seconds until the key used for this request is revoked, up to 30 days. Default: the key stays active.
             *     To revoke a key at once, use `DELETE /v1/keys/{keyId}`.
             * @example 86400
             */
            readonly revoke_current_after_s?: number | null;
            /**
             * @description Whether to create a sandbox key, whose requests are free and whose results depend only on the local part of
             *     the address. Default: the kind of the calling key. Sandbox keys can only create sandbox keys.
             * @example false
             */
            readonly sandbox?: boolean | null;
            /**
             * @description What the key may do. Default: what the calling key may do.
             * @example [
             *       "verify",
             *       "bulk"
             *     ]
             */
            readonly scopes?: readonly components["schemas"]["KeyScope"][] | null;
            /**
             * @description Networks that the key may be used from, in CIDR notation, or single addresses. Default: those of the calling
             *     key.
             * @example [
             *       "203.0.113.0/24"
             *     ]
             */
            readonly networks?: readonly string[] | null;
            /**
             * @description Whether the key is for the source of a page. It can then only call `POST /v1/check`, and only pages of
             *     `origins` can use it. Default: false.
             * @example false
             */
            readonly publishable?: boolean | null;
            /**
             * @description Origins of the pages that a publishable key is for: scheme, host and port if any, without a path. Required
             *     for a publishable key, and not allowed for others.
             * @example [
             *       "https://shop.example"
             *     ]
             */
            readonly origins?: readonly string[] | null;
        };
        /** @description An address that a visitor typed. */
        readonly CheckRequest: {
            /**
             * @description The address as it was typed. Any string is accepted.
             * @example jane.doe@gmial.com
             */
            readonly email: string;
        };
        /**
         * @description What to do about an address in a form. The account's own rules and lists decide, if it has any; which of them did, is not
         *     said.
         */
        readonly CheckResult: {
            readonly decision: components["schemas"]["Decision"];
            /**
             * @description Codes of the reasons, as in `POST /v2/verify`, the deciding one first. Reasons that come from lists of the
             *     operator or of the account are left out, so that the list may be empty.
             * @example [
             *       "probable_typo"
             *     ]
             */
            readonly reasons: readonly string[];
            /**
             * @description The address that was probably meant. Absent if there is none.
             * @example jane.doe@gmail.com
             */
            readonly did_you_mean?: string;
            /**
             * @description A sentence for the visitor: what the account's own rule says or, in English, the reason. Absent if there is nothing
             *     to say: the decision is `allow`, or DNS did not answer.
             * @example Please check the spelling.
             */
            readonly message?: string;
        };
        /** @description The verdict on one address. */
        readonly VerificationResult: {
            /**
             * @description The address exactly as given, even if it is malformed. It has no `format`, because it may be any string, and
             *     clients that check formats would refuse the response.
             * @example jane.doe@gmail.com
             */
            readonly email: string;
            /**
             * @description Whether mail can be delivered to the address. Also true if the address was accepted because DNS was
             *     unavailable.
             * @example true
             */
            readonly valid: boolean;
            readonly status: components["schemas"]["VerificationStatus"];
            /**
             * @description Why the status is `invalid`; absent otherwise. `syntax`: malformed address. `dns`: the domain does not exist
             *     or has no records for receiving mail. `mx`: no mail server is usable. `null_mx`: the domain declares that it
             *     accepts no mail (RFC 7505). `reserved_domain`: a name that never exists in the public DNS (RFC 2606, 6761,
             *     7686). `known_bounce`: your account reported that mail to the address bounces. `no_such_mailbox`: its mail
             *     server refuses this recipient for good; only with `mailbox`.
             * @example dns
             */
            readonly reason?: string;
            /**
             * @description True if a transient DNS error occurred for a major provider, and the address was accepted because the
             *     provider's domain is known to be valid.
             * @example false
             */
            readonly is_known_valid_fallback: boolean;
            /**
             * @description True if a transient DNS or resolver error occurred, and the address was accepted without verification. To
             *     find all unverified accepts, check this field and `is_known_valid_fallback`.
             * @example false
             */
            readonly is_dns_fallback: boolean;
            readonly checks: components["schemas"]["VerificationChecks"];
            /**
             * @description Whether the result was answered from the signal pool.
             * @example false
             */
            readonly from_pool: boolean;
            /**
             * Format: float
             * @description Strength of the consensus in the pool; present only if `from_pool` is true.
             * @example 0.87
             */
            readonly pool_confidence?: number;
            /**
             * @description Number of clients that contributed a verdict on this address, not counting those that began to contribute less
             *     than 30 days before; present only if `from_pool` is true.
             * @example 12
             */
            readonly pool_validations?: number;
            /**
             * @description Credits earned for contributing this result; present only if it was contributed. Results from the pool,
             *     results without an answer of DNS, repeated rows and addresses that your account contributed within the last
             *     day are not.
             * @example 2
             */
            readonly credits_earned?: number;
            /**
             * @description Whether this was the first contribution for the address; present only if the result was contributed. An
             *     address counts as known once enough accounts have contributed it for the pool to answer (three by default).
             *     Until then, each contribution is reported as the first, so that it reveals nothing about others.
             * @example true
             */
            readonly unique_contribution?: boolean;
            readonly metadata: components["schemas"]["VerificationMetadata"];
            readonly debug?: components["schemas"]["VerificationDebug"];
        };
        /** @description The individual checks and their results. */
        readonly VerificationChecks: {
            /**
             * @description Whether the address is syntactically valid (RFC 5321, RFC 6531).
             * @example true
             */
            readonly syntax: boolean;
            /**
             * @description Whether the domain has DNS records for receiving mail.
             * @example true
             */
            readonly dns: boolean;
            /**
             * @description Whether the domain has usable MX records. False also if mail is delivered to the domain's own address
             *     (implicit MX).
             * @example true
             */
            readonly mx: boolean;
            /**
             * @description Whether the domain belongs to a disposable address service.
             * @example false
             */
            readonly disposable: boolean;
            /**
             * @description Whether the local part denotes a function rather than a person, such as `info` or `postmaster`.
             * @example false
             */
            readonly role: boolean;
            /**
             * @description Whether anyone can get a mailbox at this provider free of charge.
             * @example true
             */
            readonly free: boolean;
            /**
             * @description Whether the mail server confirms that the mailbox exists; present only if `mailbox` was set. False also if it does not
             *     say: `metadata.mailbox` has the result.
             * @example true
             */
            readonly mailbox?: boolean;
        };
        /** @description Additional information about the address. */
        readonly VerificationMetadata: {
            /**
             * @description The domain in lower case. For a malformed address, the text after its last `@`, or empty.
             * @example gmail.com
             */
            readonly domain: string;
            /**
             * @description The mail provider; absent if unknown.
             * @example gmail
             */
            readonly provider?: string;
            /**
             * @description The full corrected address, if it was probably mistyped. A suggestion that does not affect the verdict.
             * @example jane.doe@gmail.com
             */
            readonly did_you_mean?: string;
            /**
             * @description The address of the mailbox without tags, dots and other forms that lead to it, by the rules that its
             *     provider documents; absent if malformed. For finding duplicates, not for sending.
             * @example janedoe@gmail.com
             */
            readonly normalized_email?: string;
            /**
             * @description Whether `normalized_email` is another address than the one given, not just another spelling of it;
             *     absent if malformed.
             * @example true
             */
            readonly alias?: boolean;
            readonly decision?: components["schemas"]["AccountDecision"];
            readonly mailbox?: components["schemas"]["MailboxCheck"];
        };
        /** @description What the mail server of the domain says about the mailbox; present only if `mailbox` was set. */
        readonly MailboxCheck: {
            readonly result: components["schemas"]["MailboxResult"];
            /**
             * @description Code of the reply that decided (RFC 5321 section 4.2); absent without one.
             * @example 250
             */
            readonly code?: number;
            /**
             * @description Enhanced code of that reply (RFC 3463); absent without one.
             * @example 2.1.5
             */
            readonly enhanced_code?: string;
            /**
             * Format: date-time
             * @description When the server answered, or when it was decided not to ask, rounded down to the minute. The same mailbox is asked about at
             *     most once a day, so this may be earlier than the request.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly checked_at: string;
            /**
             * @description Whether to ask again today would change nothing; if false, nothing was charged. In the results of a list, which is charged
             *     by DNS: whether the list does not ask again, because the answer is final or the time is up.
             * @example true
             */
            readonly final: boolean;
            /**
             * @description Number of seconds after which to ask again; absent if `final`.
             * @example 300
             */
            readonly ttl_hint_seconds?: number;
        };
        /**
         * @description What the mail server says about the mailbox. `exists`: accepted, while an address that cannot exist is refused. `no_such_mailbox`
         *     and `disabled`: permanently refused; only these make an address invalid. `full`: over its quota. `accept_all`: every
         *     address of the domain is accepted. `greylisted` and `rate_limited`: it wants to be asked later. `blocked_here`: it refuses this
         *     installation, or the installation is not fit to ask. `temporary`: no answer, or one that may change. `unverifiable`: no
         *     question would settle it. `not_checked`: no server was asked, because there is none, or not yet.
         * @example exists
         * @enum {string}
         */
        readonly MailboxResult: "exists" | "no_such_mailbox" | "full" | "disabled" | "accept_all" | "greylisted" | "blocked_here" | "rate_limited" | "temporary" | "unverifiable" | "not_checked";
        /** @description How the verdict was reached; present only if `debug` was set. */
        readonly VerificationDebug: {
            /** @description The verification steps, in order of execution. */
            readonly steps: readonly components["schemas"]["DebugStep"][];
        };
        /**
         * @description Verification status; `unknown` if DNS could not provide an answer.
         * @example valid
         * @enum {string}
         */
        readonly VerificationStatus: "valid" | "invalid" | "unknown";
        /** @description What was checked, with which outcome, and how long it took. */
        readonly DebugStep: {
            /**
             * @description What was checked, such as `syntax` or `mail_route`.
             * @example mail_route
             */
            readonly name: string;
            /**
             * @description What the check found, such as `valid`, `explicit` or `temporary, mx timeout`.
             * @example explicit
             */
            readonly outcome: string;
            /**
             * @description Duration in milliseconds.
             * @example 11.4
             */
            readonly ms: number;
        };
        /** @description The results of a synchronous batch. */
        readonly BatchVerifyResponse: {
            /** @description One result per entry of `emails`, in the same order. */
            readonly results: readonly components["schemas"]["VerificationResult"][];
            readonly summary: components["schemas"]["VerificationSummary"];
        };
        /** @description Number of results per status. */
        readonly VerificationSummary: {
            /**
             * @description Number of addresses.
             * @example 2
             */
            readonly total: number;
            /**
             * @description Number of results with the status `valid`.
             * @example 1
             */
            readonly valid: number;
            /**
             * @description Number of results with the status `invalid`.
             * @example 1
             */
            readonly invalid: number;
            /**
             * @description Number of results with the status `unknown`, which are not charged.
             * @example 0
             */
            readonly unknown: number;
        };
        /** @description The results of a batch in a compact form. */
        readonly AgentBatchResponse: {
            /**
             * @description ID of the request or of the batch.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly id: string;
            /** @description One result per address, in input order. */
            readonly results: readonly components["schemas"]["AgentResult"][];
            readonly stats: components["schemas"]["AgentStats"];
        };
        /** @description Totals of the batch. */
        readonly AgentStats: {
            /**
             * @description Total number of addresses processed, which is the sum of `v` and `i`.
             * @example 2
             */
            readonly t: number;
            /**
             * @description Number of accepted addresses, which is the sum of `v` over the results; those of status `unknown` count.
             * @example 1
             */
            readonly v: number;
            /**
             * @description Number of results with the status `invalid`.
             * @example 1
             */
            readonly i: number;
            /**
             * @description Number of results with the status `unknown`, which are accepted and therefore also counted in `v`.
             * @example 0
             */
            readonly u: number;
            /**
             * @description Processing time in milliseconds.
             * @example 25
             */
            readonly ms: number;
            /**
             * @description Addresses per second.
             * @example 80
             */
            readonly eps: number;
        };
        /**
         * @description The verdict on one address. `i`, `v`, `d`, `u`, `e`, `a` and `r` are the compact format; the full format also has the members
         *     of a VerificationResult.
         */
        readonly AgentResult: {
            /**
             * @description Zero-based index of the address in the input.
             * @example 0
             */
            readonly i: number;
            /**
             * @description 1 if the address is accepted, 0 if not. An unknown result is accepted and also has `u`.
             * @example 1
             */
            readonly v: number;
            /**
             * @description 1 if the status is `unknown`; absent otherwise.
             * @example 1
             */
            readonly u?: number;
            /**
             * @description Why the address is invalid, with the values of `reason` in a VerificationResult; `row_length` for a row of an
             *     upload with more or fewer cells than the header. Absent otherwise.
             * @example dns
             */
            readonly e?: string;
            /**
             * @description What the account's own rules and lists decided; absent if it had none.
             * @example deny
             * @enum {string}
             */
            readonly a?: "allow" | "review" | "deny";
            /**
             * @description Name of the rule that decided, as in `metadata.decision`; absent if none did.
             * @example no disposables at night
             */
            readonly r?: string;
            readonly m?: components["schemas"]["MailboxResult"];
            /**
             * @description 1 if `m` is not final; absent otherwise.
             * @example 1
             */
            readonly w?: number;
            /**
             * @description The address exactly as given; absent once the input of the batch has been deleted.
             * @example jane.doe@gmail.com
             */
            readonly email?: string;
            /**
             * @description Whether mail can be delivered to the address. Also true if the address was accepted because DNS was
             *     unavailable.
             * @example true
             */
            readonly valid?: boolean;
            readonly status?: components["schemas"]["VerificationStatus"];
            /**
             * @description Why the status is `invalid`; absent otherwise. `syntax`: malformed address. `dns`: the domain does not exist
             *     or has no records for receiving mail. `mx`: no mail server is usable. `null_mx`: the domain declares that it
             *     accepts no mail (RFC 7505). `reserved_domain`: a name that never exists in the public DNS (RFC 2606, 6761,
             *     7686). `known_bounce`: your account reported that mail to the address bounces. `no_such_mailbox`: its mail
             *     server refuses this recipient for good; only with `mailbox`.
             * @example dns
             */
            readonly reason?: string;
            /**
             * @description True if a transient DNS error occurred for a major provider, and the address was accepted because the
             *     provider's domain is known to be valid.
             * @example false
             */
            readonly is_known_valid_fallback?: boolean;
            /**
             * @description True if a transient DNS or resolver error occurred, and the address was accepted without verification. To
             *     find all unverified accepts, check this field and `is_known_valid_fallback`.
             * @example false
             */
            readonly is_dns_fallback?: boolean;
            readonly checks?: components["schemas"]["VerificationChecks"];
            /**
             * @description Whether the result was answered from the signal pool.
             * @example false
             */
            readonly from_pool?: boolean;
            /**
             * Format: float
             * @description Strength of the consensus in the pool; present only if `from_pool` is true.
             * @example 0.87
             */
            readonly pool_confidence?: number;
            /**
             * @description Number of clients that contributed a verdict on this address, not counting those that began to contribute less
             *     than 30 days before; present only if `from_pool` is true.
             * @example 12
             */
            readonly pool_validations?: number;
            /**
             * @description Credits earned for contributing this result; present only if it was contributed. Results from the pool,
             *     results without an answer of DNS, repeated rows and addresses that your account contributed within the last
             *     day are not.
             * @example 2
             */
            readonly credits_earned?: number;
            /**
             * @description Whether this was the first contribution for the address; present only if the result was contributed. An
             *     address counts as known once enough accounts have contributed it for the pool to answer (three by default).
             *     Until then, each contribution is reported as the first, so that it reveals nothing about others.
             * @example true
             */
            readonly unique_contribution?: boolean;
            readonly metadata?: components["schemas"]["VerificationMetadata"];
            readonly debug?: components["schemas"]["VerificationDebug"];
            /**
             * @description 1 if the address is disposable, 0 if not.
             * @example 0
             */
            readonly d?: number;
        };
        /** @description The outcome of a batch: `id`, `results` and `stats` with the status 200, `batch_id`, `status` and `total` with 202. */
        readonly AgentBatchOutcome: {
            /**
             * @description ID of the request or of the batch.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly id?: string;
            /** @description One result per address, in input order. */
            readonly results?: readonly components["schemas"]["AgentResult"][];
            readonly stats?: components["schemas"]["AgentStats"];
            /**
             * @description Unique ID of the batch, used to read its status and results or to cancel it.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly batch_id?: string;
            readonly status?: components["schemas"]["AcceptedState"];
            /**
             * @description Number of addresses in the batch.
             * @example 20000
             */
            readonly total?: number;
        };
        /**
         * @description Whether processing has started.
         * @example pending
         * @enum {string}
         */
        readonly AcceptedState: "pending" | "processing";
        /** @description Confirmation that a file was accepted. */
        readonly UploadAccepted: {
            /**
             * @description Same as `job_id`.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly id: string;
            /**
             * @description ID of the job; also the `batch_id` of its batch.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly job_id: string;
            readonly status: components["schemas"]["UploadState"];
            /**
             * @description Number of rows in the file, not counting the header.
             * @example 20000
             */
            readonly total_emails: number;
            /**
             * @description ID of the upload request; equal to the header `X-Request-ID`.
             * @example 019acb60-2b1b-7a01-8c3d-4e5f60718293
             */
            readonly request_id: string;
            /**
             * @description Trace ID of the upload request; taken from the request header `traceparent` (W3C Trace Context) if present.
             * @example 4bf92f3577b34da6a3ce929d0e0e4736
             */
            readonly trace_id: string;
            /**
             * @description URL that is notified when the job ends, exactly as given; absent if there is none.
             * @example https://example.com/hooks/mailproof
             */
            readonly webhook_url?: string;
            /**
             * @description Distinct addresses, the most that can be charged; absent for sandbox batches of release 0.1.0.
             * @example 19877
             */
            readonly distinct?: number;
            /**
             * @description Number of people that the addresses belong to, which is the number of rows of `only=unique`. Addresses that
             *     differ only by a tag, or by what their provider ignores, belong to one person. Absent for batches of earlier
             *     releases, like the two members below.
             * @example 19850
             */
            readonly people?: number;
            /**
             * @description Number of people with several rows.
             * @example 112
             */
            readonly repeated_people?: number;
            /**
             * @description Number of rows that repeat a person of an earlier row.
             * @example 150
             */
            readonly duplicates?: number;
            readonly file?: components["schemas"]["UploadedFile"];
        };
        /**
         * @description Status of the job; always `queued` in this response.
         * @example queued
         * @enum {string}
         */
        readonly UploadState: "queued" | "pending" | "processing" | "completed" | "failed";
        /** @description Progress of an upload. */
        readonly BatchProgress: {
            /**
             * @description Number of addresses in the batch.
             * @example 20000
             */
            readonly total: number;
            /**
             * @description Number of addresses processed so far, which is the sum of `valid`, `invalid` and `unknown`.
             * @example 12000
             */
            readonly processed: number;
            /**
             * @description Number of processed addresses with the status `valid`.
             * @example 10871
             */
            readonly valid: number;
            /**
             * @description Number of processed addresses with the status `invalid`.
             * @example 980
             */
            readonly invalid: number;
            /**
             * @description Number of processed addresses with the status `unknown`, which are not charged.
             * @example 149
             */
            readonly unknown: number;
            /**
             * @description Number of processed addresses of disposable services, regardless of their status.
             * @example 240
             */
            readonly disposable: number;
            /**
             * @description Number of processed role addresses, regardless of their status.
             * @example 61
             */
            readonly role: number;
            /**
             * @description Number of processed rows that `only=deliverable` selects. The sum of `deliverable`, `risky`, `invalid` and
             *     `unknown` is `processed`.
             * @example 10570
             */
            readonly deliverable: number;
            /**
             * @description Number of processed rows that `only=risky` selects.
             * @example 301
             */
            readonly risky: number;
            /**
             * @description Number of processed rows with a suggested correction, whatever their status.
             * @example 25
             */
            readonly mistyped: number;
            /**
             * @description Distinct addresses, the most that can be charged; absent for sandbox batches of release 0.1.0.
             * @example 19877
             */
            readonly distinct?: number;
            /**
             * @description Number of people that the addresses belong to, which is the number of rows of `only=unique`. Addresses that
             *     differ only by a tag, or by what their provider ignores, belong to one person. Absent for batches of earlier
             *     releases, like the two members below.
             * @example 19850
             */
            readonly people?: number;
            /**
             * @description Number of people with several rows.
             * @example 112
             */
            readonly repeated_people?: number;
            /**
             * @description Number of rows that repeat a person of an earlier row.
             * @example 150
             */
            readonly duplicates?: number;
            /**
             * @description Number of distinct addresses charged so far.
             * @example 11851
             */
            readonly charged: number;
        };
        /** @description How an uploaded file was read. The download has the same form. */
        readonly UploadedFile: {
            /**
             * @description Name of the file as the client sent it, without folders, at most 255 characters; absent if none was sent, and
             *     for uploads of earlier releases.
             * @example customers.csv
             */
            readonly name?: string;
            /**
             * @description Encoding of the file, as declared or detected. Without a declaration, an 8-bit encoding other than UTF-8 is read
             *     as Windows-1252.
             * @example utf-8
             * @enum {string}
             */
            readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | "windows-1250" | "windows-1251" | "windows-1252" | "iso-8859-2" | "iso-8859-15";
            /**
             * @description Whether the file begins with a byte order mark; absent for uploads of release 0.1.0.
             * @example true
             */
            readonly byte_order_mark?: boolean;
            /**
             * @description Character that separates cells.
             * @example ;
             * @enum {string}
             */
            readonly delimiter: "," | ";" | "\t" | "|";
            readonly line_ending?: components["schemas"]["LineEnding"];
            /**
             * @description Whether the first row, after `lines_before_header`, contains column names.
             * @example true
             */
            readonly header: boolean;
            /**
             * @description Titles, dates and notes before the header, which are not rows and stay as they are in the download; absent if
             *     there are none.
             * @example 2
             */
            readonly lines_before_header?: number;
            readonly email_column: components["schemas"]["UploadedColumn"];
            /** @description Further columns that contain addresses. They are not verified. */
            readonly other_email_columns: readonly components["schemas"]["UploadedColumn"][];
            /**
             * @description Blank lines and empty rows, which are not counted as rows; absent for uploads of release 0.1.0.
             * @example 3
             */
            readonly empty_rows?: number;
            /**
             * @description Names of the columns that the download appends, in their order; also if the file has no header.
             * @example [
             *       "mp_status",
             *       "mp_valid",
             *       "mp_reason",
             *       "mp_disposable",
             *       "mp_role",
             *       "mp_free",
             *       "mp_did_you_mean"
             *     ]
             */
            readonly added_columns: readonly string[];
            readonly cells?: components["schemas"]["ReadCells"];
            /**
             * @description What was done to read the file, in sentences; empty for a plain table of addresses.
             * @example [
             *       "12 cells have a name or brackets beside the address: only the address was read."
             *     ]
             */
            readonly remarks?: readonly string[];
            /**
             * @description Present if more than a tenth of the cells in the column of addresses hold none.
             * @example 300 of 1,000 cells in column 2 (Contact) are not addresses (300 empty). If another column has the addresses, cancel this job and upload the file with `email_column`.
             */
            readonly warning?: string;
            /**
             * @description Human-readable hint; present if there are `other_email_columns`.
             * @example The addresses in column 2 (E-Mail) are verified. Addresses were also found in column 3 (Alt): to verify those, upload the file with `email_column`.
             */
            readonly notice?: string;
        };
        /**
         * @description Line ending; absent for files of a single unterminated line and for uploads of release 0.1.0.
         * @example crlf
         * @enum {string}
         */
        readonly LineEnding: "crlf" | "lf" | "cr" | "mixed";
        /**
         * @description What was found in the column of addresses, as numbers of cells. In an upload, names, quotes, `mailto:` and
         *     invisible characters around an address are left out; single verifications judge a text as it is. Absent for
         *     uploads of earlier releases.
         */
        readonly ReadCells: {
            /**
             * @description Cells with a name or brackets beside the address.
             * @example 12
             */
            readonly names: number;
            /**
             * @description Cells with `mailto:` or another label before the address.
             * @example 0
             */
            readonly mailto: number;
            /**
             * @description Cells with invisible characters.
             * @example 1
             */
            readonly invisible: number;
            /**
             * @description Cells with quotes or a separator around the address.
             * @example 0
             */
            readonly quotes: number;
            /**
             * @description Cells with several addresses, of which the first is verified.
             * @example 2
             */
            readonly several: number;
            /**
             * @description Addresses in those cells that are not verified.
             * @example 3
             */
            readonly further: number;
            /**
             * @description Rows with more or fewer cells than the header. Their address may be in another column, so they are not
             *     verified or charged; `mp_reason` is `row_length`.
             * @example 1
             */
            readonly row_length: number;
            /**
             * @description Number of cells in which nothing is visible.
             * @example 4
             */
            readonly empty: number;
            /**
             * @description Cells with other text than an address.
             * @example 0
             */
            readonly other_text: number;
        };
        /** @description Position and name of a column with addresses. */
        readonly UploadedColumn: {
            /**
             * @description Position of the column, starting at 1.
             * @example 2
             */
            readonly number: number;
            /**
             * @description Column name, at most 40 characters; absent if the file has no header.
             * @example E-Mail
             */
            readonly name?: string;
        };
        /** @description Status and progress of a batch. */
        readonly BatchStatus: {
            /**
             * @description Unique ID of the batch, used to read its status and results or to cancel it.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly batch_id: string;
            readonly status: components["schemas"]["BatchState"];
            /**
             * @description Number of addresses in the batch.
             * @example 20000
             */
            readonly total: number;
            /**
             * @description Number of addresses processed so far, which is the sum of `valid`, `invalid` and `unknown`.
             * @example 12000
             */
            readonly processed: number;
            /**
             * @description Number of processed addresses with the status `valid`.
             * @example 10871
             */
            readonly valid: number;
            /**
             * @description Number of processed addresses with the status `invalid`.
             * @example 980
             */
            readonly invalid: number;
            /**
             * @description Number of processed addresses with the status `unknown`, which are not charged.
             * @example 149
             */
            readonly unknown: number;
            /**
             * @description Number of processed addresses of disposable services, regardless of their status.
             * @example 240
             */
            readonly disposable: number;
            /**
             * @description Number of processed role addresses, regardless of their status.
             * @example 61
             */
            readonly role: number;
            /**
             * @description Number of processed rows that `only=deliverable` selects. The sum of `deliverable`, `risky`, `invalid` and
             *     `unknown` is `processed`.
             * @example 10570
             */
            readonly deliverable: number;
            /**
             * @description Number of processed rows that `only=risky` selects.
             * @example 301
             */
            readonly risky: number;
            /**
             * @description Number of processed rows with a suggested correction, whatever their status.
             * @example 25
             */
            readonly mistyped: number;
            /**
             * @description Distinct addresses, the most that can be charged; absent for sandbox batches of release 0.1.0.
             * @example 19877
             */
            readonly distinct?: number;
            /**
             * @description Number of people that the addresses belong to, which is the number of rows of `only=unique`. Addresses that
             *     differ only by a tag, or by what their provider ignores, belong to one person. Absent for batches of earlier
             *     releases, like the two members below.
             * @example 19850
             */
            readonly people?: number;
            /**
             * @description Number of people with several rows.
             * @example 112
             */
            readonly repeated_people?: number;
            /**
             * @description Number of rows that repeat a person of an earlier row.
             * @example 150
             */
            readonly duplicates?: number;
            /**
             * @description Number of distinct addresses charged so far.
             * @example 11851
             */
            readonly charged: number;
            readonly mailbox?: components["schemas"]["MailboxProgress"];
            /**
             * Format: date-time
             * @description When the batch was accepted.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the batch completed, failed or was cancelled; absent until then.
             * @example 2026-11-21T09:31:00.000Z
             */
            readonly completed_at?: string;
            /**
             * @description Human-readable reason of a failure; present only if the status is `failed`.
             * @example The file is no longer there.
             */
            readonly failure?: string;
            /**
             * @description ID of the job; also the `batch_id` of its batch.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly job_id?: string;
            readonly progress?: components["schemas"]["BatchProgress"];
            readonly file?: components["schemas"]["UploadedFile"];
            /**
             * @description Human-readable advice on what to do with the result; present for completed uploads.
             * @example Mail the 10,570 rows of `only=deliverable`. Decide about the 301 rows of `only=risky`.
             */
            readonly next_step?: string;
            /**
             * Format: uri
             * @description URL of the uploaded file with verdict columns; works for 24 hours without a key. Present for completed
             *     uploads, and for cancelled and failed ones with processed rows.
             * @example http://localhost:8080/v1/batch/019acb60-2b1c-7c3d-9a4e-5f60718293a4/download?expires=1795339860&signature=pVZ0bK1q
             */
            readonly download_url?: string;
        };
        /**
         * @description Status of the batch. `completed`, `failed` and `cancelled` are final.
         * @example processing
         * @enum {string}
         */
        readonly BatchState: "pending" | "processing" | "completed" | "failed" | "cancelled";
        /** @description Status and progress of an upload. */
        readonly BulkJobStatus: {
            /**
             * @description ID of the job; also the `batch_id` of its batch.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly job_id: string;
            readonly status: components["schemas"]["JobState"];
            readonly progress: components["schemas"]["BatchProgress"];
            readonly file?: components["schemas"]["UploadedFile"];
            /**
             * @description Human-readable advice on what to do with the result; present for completed uploads.
             * @example Mail the 10,570 rows of `only=deliverable`. Decide about the 301 rows of `only=risky`.
             */
            readonly next_step?: string;
            /**
             * Format: uri
             * @description URL of the uploaded file with verdict columns; works for 24 hours without a key. Present for completed
             *     uploads, and for cancelled and failed ones with processed rows.
             * @example http://localhost:8080/v1/batch/019acb60-2b1c-7c3d-9a4e-5f60718293a4/download?expires=1795339860&signature=pVZ0bK1q
             */
            readonly download_url?: string;
            readonly mailbox?: components["schemas"]["MailboxProgress"];
            /**
             * Format: date-time
             * @description When the batch was accepted.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the batch completed, failed or was cancelled; absent until then.
             * @example 2026-11-21T09:31:00.000Z
             */
            readonly completed_at?: string;
            /**
             * @description Human-readable reason of a failure; present only if the status is `failed`.
             * @example The file is no longer there.
             */
            readonly failure?: string;
        };
        /**
         * @description Progress of the questions to mail servers, which begin when the batch is completed; present only if `mailbox` was set. Counts and
         *     results change until `ended_at` is there.
         */
        readonly MailboxProgress: {
            /**
             * @description Number of valid addresses without a final answer; 0 until the batch is completed.
             * @example 120
             */
            readonly waiting: number;
            /**
             * Format: date-time
             * @description When the questions end at the latest; absent until the batch is completed.
             * @example 2026-11-21T10:01:00.000Z
             */
            readonly until?: string;
            /**
             * Format: date-time
             * @description When they ended, because every answer is final or the time was up; absent until then.
             * @example 2026-11-21T09:48:00.000Z
             */
            readonly ended_at?: string;
        };
        /**
         * @description Status of the job. `completed` and `failed` are final; a cancelled job is `failed`.
         * @example completed
         * @enum {string}
         */
        readonly JobState: "pending" | "processing" | "completed" | "failed";
        /**
         * @description A kind of result, or one row of each person.
         * @example deliverable
         * @enum {string}
         */
        readonly DownloadedRows: "deliverable" | "risky" | "invalid" | "unknown" | "unique";
        /**
         * Format: binary
         * @description A CSV file in the encoding and style of the upload (RFC 4180).
         * @example email,mp_status
         *     jane.doe@gmail.com,valid
         */
        readonly CsvFile: string;
        /** @description The signals of one address and the decision of the default policy (beta). */
        readonly V2VerificationResult: {
            /**
             * @description The address exactly as given; may be malformed.
             * @example jane.doe+news@gmail.com
             */
            readonly email: string;
            /**
             * @description Contract version, a date; changes with every incompatible change.
             * @example 2026-11-26
             */
            readonly result_version: string;
            readonly stability: components["schemas"]["Stability"];
            /**
             * @description ID of the request; equal to the header `X-Request-ID`.
             * @example 019acb5e-3f0c-7d31-8a55-0f6a6c1d2b3e
             */
            readonly request_id: string;
            /**
             * Format: date-time
             * @description When the address was actually checked, truncated to the minute (UTC); on a cache hit, the time of the
             *     original check. Seconds are always zero, because the check may have been made for another account.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly checked_at: string;
            readonly default_decision: components["schemas"]["Decision"];
            readonly decision?: components["schemas"]["AccountDecision"];
            /**
             * @description The full corrected address, if it was probably mistyped; absent otherwise. Show it as a question, and do not
             *     replace what the person typed.
             * @example jane.doe@gmail.com
             */
            readonly did_you_mean?: string;
            /**
             * @description The address of the mailbox without tags, dots and other forms that lead to it, by the rules that its provider
             *     documents; absent if malformed. For finding duplicates, not for sending.
             * @example janedoe@gmail.com
             */
            readonly normalized_email?: string;
            /** @description Reasons for the decision; the most severe one determines it. */
            readonly reasons: readonly components["schemas"]["Reason"][];
            readonly signals: components["schemas"]["Signals"];
            readonly runtime: components["schemas"]["SignalRuntime"];
            /**
             * @description Seconds for which the result may be cached; repeating the check earlier is of no use. 0 if degraded.
             * @example 3600
             */
            readonly ttl_hint_seconds: number;
        };
        /**
         * @description A decision about an address; the default policy recommends one, and each reason supports one.
         * @example allow
         * @enum {string}
         */
        readonly Decision: "allow" | "deny" | "review";
        /**
         * @description Stability of the contract; equal to the header `X-API-Status`.
         * @example beta
         * @enum {string}
         */
        readonly Stability: "beta" | "stable";
        /** @description Health of the check itself. */
        readonly SignalRuntime: {
            readonly status: components["schemas"]["RuntimeStatus"];
            /**
             * @description Signal groups that timed out or failed. Groups skipped on purpose are not listed.
             * @example []
             */
            readonly unresolved_groups: readonly string[];
        };
        /**
         * @description `degraded` if at least one signal was not resolved.
         * @example ok
         * @enum {string}
         */
        readonly RuntimeStatus: "ok" | "degraded";
        /** @description One reason for a decision. */
        readonly Reason: {
            /**
             * @description Machine-readable reason code.
             * @example plus_addressing
             */
            readonly code: string;
            readonly category: components["schemas"]["Decision"];
            /**
             * @description The reason in one English sentence; for `syntax_invalid`, what is wrong with the text.
             * @example The address has a + tag.
             */
            readonly message: string;
            /**
             * @description Path segment of the reason's documentation: `/docs/reasons/<docs_slug>`.
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
        /** @description The signals of an address. */
        readonly Signals: {
            readonly syntax: components["schemas"]["SyntaxSignal"];
            readonly dns: components["schemas"]["DnsSignal"];
            readonly mx: components["schemas"]["MxSignal"];
            /**
             * @description Whether the domain belongs to a known disposable address service.
             * @example false
             */
            readonly disposable: boolean;
            readonly accept_all: components["schemas"]["AcceptAll"];
            /**
             * @description Patterns that matched; empty if none did.
             * @example [
             *       "plus_addressing"
             *     ]
             */
            readonly patterns: readonly components["schemas"]["Pattern"][];
            readonly mailbox?: components["schemas"]["MailboxResult"];
        };
        /**
         * @description Whether the address is syntactically valid.
         * @example valid
         * @enum {string}
         */
        readonly SyntaxSignal: "valid" | "invalid";
        /**
         * @description Result of the DNS lookup of the domain; `not_checked` if the syntax is invalid.
         * @example resolves
         * @enum {string}
         */
        readonly DnsSignal: "resolves" | "no_records" | "timeout" | "error" | "not_checked";
        /**
         * @description Result of looking up the domain's mail servers; `not_checked` if the syntax is invalid.
         * @example present
         * @enum {string}
         */
        readonly MxSignal: "present" | "absent" | "timeout" | "error" | "not_checked";
        /**
         * @description Whether the domain accepts mail for any local part. `unknown` unless `mailbox` was set and its server has said so.
         * @example unknown
         * @enum {string}
         */
        readonly AcceptAll: "yes" | "no" | "unknown";
        /**
         * @description A pattern found in an address.
         * @example plus_addressing
         * @enum {string}
         */
        readonly Pattern: "plus_addressing" | "developer_test" | "system_email" | "temporary" | "development_env" | "ci_cd";
        /** @description An account and its subscription plan. */
        readonly Account: {
            /**
             * @description Unique account ID.
             * @example 019acb5e-1c55-7a20-b1f4-93d7b6a0c1de
             */
            readonly id: string;
            /**
             * @description Contact address of the owner, exactly as given. It may be internationalised (RFC 6531).
             * @example jane.doe@gmail.com
             */
            readonly email: string;
            /**
             * @description Name of the owner; absent if none was given.
             * @example Jane Doe
             */
            readonly name?: string;
            /**
             * @description Current subscription plan: `free`, `starter`, `growth` or `enterprise`.
             * @example free
             */
            readonly plan: string;
            /**
             * Format: date-time
             * @description When the owner followed the link that was sent to the address. Absent before that, and where the service sends no
             *     mail. A confirmed address is told when the monthly quota is about to be used up.
             * @example 2026-11-21T09:31:10.000Z
             */
            readonly email_confirmed_at?: string;
            readonly email_confirmation?: components["schemas"]["EmailConfirmation"];
            /**
             * @description For how many days masked addresses are kept beside decisions; 0 if they are not.
             * @example 0
             */
            readonly keep_addresses_days?: number;
            /**
             * Format: date-time
             * @description When the account was created.
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
        /** @description Settings of an account to change. */
        readonly UpdateAccountRequest: {
            /**
             * @description For how many days masked addresses are kept beside decisions; 0 keeps none, null changes nothing.
             * @example 30
             */
            readonly keep_addresses_days?: number | null;
        };
        /**
         * @description Whether the owner's address is confirmed. `pending`: not yet; `POST /v1/accounts/me/confirmation` has another link sent. `off`: the
         *     service sends no mail, and always for sandbox keys.
         * @example confirmed
         * @enum {string}
         */
        readonly EmailConfirmation: "confirmed" | "pending" | "off";
        /**
         * @description Whether a link is sent. `already_confirmed`: the address needs none. `off`: the service sends no mail, and none for sandbox keys.
         * @example requested
         * @enum {string}
         */
        readonly LinkStatus: "requested" | "already_confirmed" | "off";
        /** @description A new account and its first API key. */
        readonly AccountCreated: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            readonly account: components["schemas"]["Account"];
            /**
             * @description The API key. It is returned only in this response.
             * @example mpk_7QxK2mVb9TzR4wYc6NpL1sHd8GfJ3e1aB2cD
             */
            readonly api_key: string;
        };
        /** @description What became of a request for a link that confirms the owner's address. */
        readonly ConfirmationRequested: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            readonly status: components["schemas"]["LinkStatus"];
            /**
             * @description The same for people.
             * @example A link was sent to the account's address.
             */
            readonly message: string;
        };
        /** @description An API key without its secret part. */
        readonly ApiKey: {
            /**
             * @description ID of the key, as used to revoke it.
             * @example 019acb5f-0d11-7f6e-8e0a-2c4d6e8f0a1b
             */
            readonly id: string;
            /**
             * @description Label of the key; null if it has none.
             * @example web server
             */
            readonly name: string | null;
            /**
             * @description The first characters of the key: `mpk_` for a live key, `mpt_` for a sandbox key, `pk_` for a publishable key.
             * @example mpk_AbCd…
             */
            readonly masked: string;
            /**
             * @description Whether this is a sandbox key, whose requests are free and whose results depend only on the local part of
             *     the address.
             * @example false
             */
            readonly sandbox: boolean;
            /**
             * @description Whether the key is for the source of a page. It can only call `POST /v1/check`, and only pages of `origins`
             *     can use it.
             * @example false
             */
            readonly publishable: boolean;
            /**
             * @description What the key may do.
             * @example [
             *       "verify",
             *       "bulk"
             *     ]
             */
            readonly scopes: readonly components["schemas"]["KeyScope"][];
            /**
             * @description Networks that the key may be used from, in CIDR notation; empty if from anywhere.
             * @example [
             *       "203.0.113.0/24"
             *     ]
             */
            readonly networks: readonly string[];
            /**
             * @description Origins of the pages that a publishable key is for; empty for other keys.
             * @example []
             */
            readonly origins: readonly string[];
            /**
             * Format: date-time
             * @description When the key was created.
             * @example 2026-11-21T09:31:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the key expires; null if never.
             * @example 2027-11-21T09:31:00.000Z
             */
            readonly expires_at: string | null;
            /**
             * Format: date-time
             * @description When the key was last used, accurate to about a minute; null if never.
             * @example 2026-11-21T09:35:00.000Z
             */
            readonly last_used_at: string | null;
        };
        /** @description A newly generated key. */
        readonly KeyGenerated: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            /**
             * @description The API key. It is returned only in this response.
             * @example mpk_AbCd2mVb9TzR4wYc6NpL1sHd8GfJ3e0Zk9Yx
             */
            readonly api_key: string;
            readonly key: components["schemas"]["ApiKey"];
        };
        /** @description The active keys of an account. */
        readonly KeyList: {
            /** @description The active keys, oldest first. */
            readonly keys: readonly components["schemas"]["ApiKey"][];
        };
        /** @description Confirmation that a request took effect. */
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
             * @description Unique ID of the webhook, starting with `wh_`.
             * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
             */
            readonly id: string;
            /**
             * @description URL that events are sent to, exactly as given.
             * @example https://example.com/hooks/mailproof
             */
            readonly url: string;
            /**
             * @description Events that the webhook is subscribed to. Newer services may have further events.
             * @example [
             *       "bulk.completed"
             *     ]
             */
            readonly events: readonly ("verification.completed" | "bulk.completed" | "usage.limit_reached" | "usage.threshold_reached" | "webhook.disabled" | "webhook.recovered")[];
            /**
             * @description Names of the headers that were added to its requests. Their values are not shown.
             * @example []
             */
            readonly header_names: readonly string[];
            /**
             * @description Certificates of authorities, as PEM, that are trusted besides the public ones; null if there are none.
             * @example null
             */
            readonly certificate_authority: string | null;
            readonly status: components["schemas"]["WebhookStatus"];
            /**
             * @description Why the webhook is disabled; null while it is enabled. `by_request`: disabled through the API. `gone`: the
             *     endpoint responded with 410. `failing`: deliveries failed for five days. `backlog`: too many deliveries were
             *     pending.
             * @example null
             * @enum {string|null}
             */
            readonly disabled_reason: "by_request" | "gone" | "failing" | "backlog" | null;
            /**
             * Format: date-time
             * @description When the webhook was created.
             * @example 2026-11-21T09:32:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the webhook was last changed.
             * @example 2026-11-21T09:32:00.000Z
             */
            readonly updated_at: string;
            /**
             * Format: date-time
             * @description When a delivery last succeeded; null if none has.
             * @example 2026-11-21T09:33:00.000Z
             */
            readonly last_success_at: string | null;
            /**
             * Format: date-time
             * @description When an attempt last failed; null if none has.
             * @example null
             */
            readonly last_failure_at: string | null;
            /**
             * @description Number of failed attempts since the last successful one.
             * @example 0
             */
            readonly consecutive_failures: number;
        };
        /**
         * @description Whether events are delivered to the webhook.
         * @example enabled
         * @enum {string}
         */
        readonly WebhookStatus: "enabled" | "disabled";
        /** @description A webhook and its signing secret. */
        readonly WebhookWithSecret: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            readonly webhook: components["schemas"]["Webhook"];
            /**
             * @description Signing secret (Standard Webhooks). It is returned only here and after a rotation.
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            readonly secret: string;
        };
        /** @description The webhooks of an account. */
        readonly WebhookList: {
            /** @description The webhooks, oldest first. */
            readonly webhooks: readonly components["schemas"]["Webhook"][];
        };
        /** @description The account's signing secret for per-job webhooks. */
        readonly SigningSecret: {
            /**
             * @description Signing secret for deliveries to per-job URLs (Standard Webhooks).
             * @example whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD
             */
            readonly secret: string;
        };
        /** @description How many deliveries were queued again. */
        readonly DeliveriesReplayed: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            /**
             * @description Number of deliveries that will be sent again.
             * @example 12
             */
            readonly replayed: number;
            /**
             * @description Whether there are more; call it again once these have been sent.
             * @example false
             */
            readonly more: boolean;
        };
        /** @description Confirmation that a test event was queued. */
        readonly TestDelivery: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            /**
             * @description ID of the delivery, as listed by `GET /v1/webhooks/{webhookId}/deliveries`.
             * @example 0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b
             */
            readonly delivery_id: string;
        };
        /** @description An event that was sent, or will be sent, to a webhook. */
        readonly Delivery: {
            /**
             * @description ID of the delivery, sent as `webhook-id` with every attempt.
             * @example 0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b
             */
            readonly id: string;
            /**
             * @description Event type, as in `type` of the body.
             * @example bulk.completed
             */
            readonly event: string;
            readonly status: components["schemas"]["DeliveryStatus"];
            /**
             * Format: date-time
             * @description When the delivery was created.
             * @example 2026-11-21T09:33:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When the next attempt is due; null if none is.
             * @example null
             */
            readonly next_attempt_at: string | null;
            /** @description Delivery attempts, oldest first. */
            readonly attempts: readonly components["schemas"]["DeliveryAttempt"][];
        };
        /**
         * @description `pending`: more attempts will follow. `delivered`: the endpoint accepted it. `failed`: no more attempts will
         *     follow.
         * @example delivered
         * @enum {string}
         */
        readonly DeliveryStatus: "pending" | "delivered" | "failed";
        /** @description One attempt to deliver an event. */
        readonly DeliveryAttempt: {
            /**
             * Format: date-time
             * @description When the attempt was made.
             * @example 2026-11-21T09:33:00.000Z
             */
            readonly at: string;
            /**
             * @description HTTP status of the response; null if there was none.
             * @example 500
             */
            readonly status_code: number | null;
            /**
             * @description Duration in milliseconds.
             * @example 41
             */
            readonly duration_ms: number;
            /**
             * @description Beginning of the response body, or the reason why there was no response.
             * @example Internal Server Error
             */
            readonly response: string | null;
            /**
             * @description Where a redirect pointed to, which is not followed; null for other responses.
             * @example null
             */
            readonly location: string | null;
        };
        /** @description A page of deliveries, newest first. */
        readonly DeliveryList: {
            /** @description The deliveries on this page, newest first. */
            readonly deliveries: readonly components["schemas"]["Delivery"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example null
             */
            readonly next_cursor: string | null;
        };
        /** @description Statistics of the public pool. */
        readonly PoolStats: {
            /**
             * Format: int64
             * @description Number of contributed validations.
             * @example 48210
             */
            readonly total_validations: number;
            /**
             * Format: int64
             * @description Number of distinct addresses that the pool can answer for, because enough accounts have contributed them
             *     (three by default). It is exact, not rounded, and never falls. Addresses of fewer accounts are in no figure but
             *     `total_validations`.
             * @example 31544
             */
            readonly unique_emails: number;
            /**
             * Format: float
             * @description Share of pool lookups that were hits; 0 before the first lookup.
             * @example 0.3127
             */
            readonly hit_rate: number;
            /**
             * @description Average response time, in milliseconds, of single verifications that looked up the pool; 0 before the first.
             * @example 4.71
             */
            readonly avg_response_time_ms: number;
            /**
             * @description Number of accounts that contributed in the last 30 days.
             * @example 57
             */
            readonly active_contributors: number;
            readonly coverage_by_domain: components["schemas"]["CoverageByDomain"];
        };
        /**
         * @description Share per domain of the addresses counted by `unique_emails`, in percent, for up to twenty domains, largest
         *     first. A domain is named if it is a large provider's or enough accounts and addresses stand behind it; `other`
         *     covers all remaining domains.
         * @example {
         *       "gmail.com": 41.2,
         *       "other": 58.8
         *     }
         */
        readonly CoverageByDomain: {
            readonly [key: string]: number;
        };
        /** @description Ranking of contributors to the public pool. */
        readonly PoolLeaderboard: {
            readonly period: components["schemas"]["LeaderboardPeriod"];
            /** @description The contributors, in order of rank. */
            readonly contributors: readonly components["schemas"]["LeaderboardEntry"][];
        };
        /**
         * @description A calendar period in UTC; `weekly` is an ISO week.
         * @example weekly
         * @enum {string}
         */
        readonly LeaderboardPeriod: "daily" | "weekly" | "monthly" | "all-time";
        /** @description A contributor and its figures for the period. */
        readonly LeaderboardEntry: {
            /**
             * @description Rank, starting at 1.
             * @example 1
             */
            readonly rank: number;
            /**
             * @description Anonymous ID of the contributor, the same in every response.
             * @example c_4f1a09c2d7be63588e10
             */
            readonly contributor_id: string;
            /**
             * @description Number of contributions that earned credits, the same as `counted_contributions`.
             * @example 1204
             */
            readonly contributions: number;
            /**
             * @description Number of contributions that earned credits: only they count towards ranks, levels and badges.
             * @example 1204
             */
            readonly counted_contributions: number;
            /**
             * @description Number of contributions that were the first for their address.
             * @example 873
             */
            readonly unique_contributions: number;
            /**
             * @description Credits earned by these contributions.
             * @example 1950
             */
            readonly credits_earned: number;
            readonly badge: components["schemas"]["Badge"];
            readonly level: components["schemas"]["Level"];
        };
        /**
         * @description Badge for all contributions so far: silver from 1,000, gold from 10,000, platinum from 100,000.
         * @example silver
         * @enum {string}
         */
        readonly Badge: "bronze" | "silver" | "gold" | "platinum";
        /** @description Recent events in the public pool. */
        readonly PoolActivity: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            /**
             * Format: date-time
             * @description When this response was created.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly timestamp: string;
            /** @description The events, newest first. */
            readonly activity: readonly components["schemas"]["PoolActivityItem"][];
            readonly metrics: components["schemas"]["PoolActivityMetrics"];
        };
        /** @description Summary of the events. */
        readonly PoolActivityMetrics: {
            /**
             * @description Number of events in this response.
             * @example 2
             */
            readonly events_shown: number;
            /**
             * @description Number of addresses looked up or contributed in the last hour.
             * @example 951
             */
            readonly activity_last_hour: number;
            /**
             * @description Most frequent event type in this response; `none` if there are no events.
             * @example new_domain
             */
            readonly most_common_type: string;
        };
        /** @description An event in the public pool. */
        readonly PoolActivityItem: {
            /**
             * @description `cache_hit`: a verification was answered from the pool. `validation`: a result was contributed.
             *     `new_domain`: as many accounts as an address needs have now contributed addresses of the domain. `bulk`: results of a batch were contributed.
             * @example new_domain
             * @enum {string}
             */
            readonly type: "cache_hit" | "new_domain" | "validation" | "bulk";
            /**
             * @description Human-readable description of the event.
             * @example The first address of a new domain was contributed
             */
            readonly message: string;
            /**
             * Format: date-time
             * @description When the event occurred; for several addresses, when the last one did.
             * @example 2026-11-21T09:29:58.123Z
             */
            readonly timestamp: string;
            /**
             * @description Emoji for the event type.
             * @example 🌐
             */
            readonly icon: string;
            /**
             * @description Mail provider of a new domain; absent if unknown.
             * @example google_workspace
             */
            readonly provider?: string;
            /**
             * @description Origin of the addresses of a `bulk` event.
             * @example batch
             */
            readonly source?: string;
        };
        /** @description The account's contributions to its pool. */
        readonly ContributionHistory: {
            readonly period: components["schemas"]["ContributionPeriod"];
            readonly summary: components["schemas"]["ContributionSummary"];
            /** @description The contributions on this page, newest first. */
            readonly contributions: readonly components["schemas"]["PoolContribution"][];
            readonly pagination: components["schemas"]["Pagination"];
        };
        /** @description Pagination information. */
        readonly Pagination: {
            /**
             * @description Page number, starting at 1.
             * @example 2
             */
            readonly page: number;
            /**
             * @description Maximum number of contributions per page.
             * @example 20
             */
            readonly limit: number;
            /**
             * @description Number of contributions in the period.
             * @example 21
             */
            readonly total: number;
            /**
             * @description Whether there are more pages.
             * @example false
             */
            readonly has_more: boolean;
        };
        /** @description Totals for the whole period. */
        readonly ContributionSummary: {
            /**
             * @description Number of contributions in the period, counted or not.
             * @example 21
             */
            readonly total_contributions: number;
            /**
             * @description Number of contributions that earned credits: only they count towards ranks, levels and badges.
             * @example 1204
             */
            readonly counted_contributions: number;
            /**
             * @description Number of contributions that were the first for their address.
             * @example 873
             */
            readonly unique_contributions: number;
            /**
             * @description Credits earned by these contributions.
             * @example 1950
             */
            readonly total_credits: number;
            readonly current_badge: components["schemas"]["Badge"];
        };
        /**
         * @description A calendar period in UTC; `week` is an ISO week.
         * @example week
         * @enum {string}
         */
        readonly ContributionPeriod: "today" | "week" | "month" | "all-time";
        /** @description One contribution of the account. */
        readonly PoolContribution: {
            /**
             * Format: date-time
             * @description When the contribution was made.
             * @example 2026-11-21T09:29:58.123Z
             */
            readonly timestamp: string;
            /**
             * @description Keyed hash of the address: the same for every contribution of this address by this account, different for
             *     other accounts.
             * @example 7d1c0b9f6c2e4a85b3f01d92ae67c458d3b5f0a1628e9c74bd50f3a2e1c86790
             */
            readonly email_hash: string;
            /**
             * @description Credits for this contribution; 0 if it exceeded a limit, such as the credits per day.
             * @example 2
             */
            readonly credits_earned: number;
            /**
             * @description Whether it earned credits, and so counts towards ranks, levels and badges.
             * @example true
             */
            readonly counted: boolean;
            /**
             * @description Whether this was the first contribution for its address.
             * @example true
             */
            readonly unique: boolean;
        };
        /** @description The account's rank and level in its pool. */
        readonly ContributorRank: {
            /**
             * @description Rank, starting at 1; 0 before the first contribution in the period.
             * @example 3
             */
            readonly rank: number;
            /**
             * @description The calling API key, masked.
             * @example mpk_AbCd…
             */
            readonly api_key_id: string;
            /**
             * @description Number of contributions that earned credits, the same as `counted_contributions`.
             * @example 1204
             */
            readonly contributions: number;
            /**
             * @description Number of contributions that earned credits: only they count towards ranks, levels and badges.
             * @example 1204
             */
            readonly counted_contributions: number;
            readonly level: components["schemas"]["Level"];
            readonly level_badge: components["schemas"]["LevelBadge"];
        };
        /**
         * @description Level for all contributions so far; see `GET /v1/pool/levels`.
         * @example Silver
         * @enum {string}
         */
        readonly Level: "Contributor" | "Bronze" | "Silver" | "Gold" | "Diamond";
        /**
         * @description Machine-readable level.
         * @example silver
         * @enum {string}
         */
        readonly LevelBadge: "contributor" | "bronze" | "silver" | "gold" | "diamond";
        /** @description All contributor levels. */
        readonly ContributorLevelList: {
            /** @description The levels, lowest first. */
            readonly levels: readonly components["schemas"]["ContributorLevel"][];
        };
        /** @description A level that contributors reach with a certain number of contributions. */
        readonly ContributorLevel: {
            /**
             * @description Display name.
             * @example Silver
             */
            readonly name: string;
            /**
             * @description Minimum number of contributions for the level.
             * @example 1000
             */
            readonly min_contributions: number;
            /**
             * @description Number of contributors in the public pool at this level.
             * @example 3
             */
            readonly count: number;
        };
        /**
         * Format: binary
         * @description Newline-delimited JSON in UTF-8: one row per UTC day and contributor.
         * @example {"day":"2026-11-21","contributor_id":"c_4f1a09c2d7be63588e10","contributions":3,"counted_contributions":3,"unique_contributions":3,"credits_earned":6,"verdicts":{"valid":3,"invalid":0},"level":"Bronze"}
         */
        readonly PoolHistory: string;
        /** @description An account's usage and limits. */
        readonly UsageStats: {
            readonly current_month: components["schemas"]["MonthlyUsage"];
            readonly rate_limits: components["schemas"]["RateLimits"];
            /**
             * @description Current subscription plan.
             * @example free
             */
            readonly plan: string;
        };
        /** @description Usage in the current UTC month. */
        readonly MonthlyUsage: {
            /**
             * @description Number of addresses charged.
             * @example 120
             */
            readonly verifications: number;
            /**
             * @description Number of addresses that the plan allows per month.
             * @example 1000
             */
            readonly limit: number;
            /**
             * @description Number of addresses left: the limit minus addresses charged and addresses reserved for running batches.
             * @example 880
             */
            readonly remaining: number;
        };
        /** @description The account's request limits. */
        readonly RateLimits: {
            /**
             * @description Number of requests that the plan allows per minute.
             * @example 60
             */
            readonly per_minute: number;
            /**
             * @description One sixtieth of `per_minute`, rounded up; informational, not enforced.
             * @example 1
             */
            readonly per_second: number;
        };
        /**
         * @description Length of a period.
         * @example day
         * @enum {string}
         */
        readonly VerdictInterval: "hour" | "day" | "month";
        /**
         * @description What verdicts are broken down by.
         * @example reason
         * @enum {string}
         */
        readonly VerdictDimension: "status" | "decision" | "reason" | "provider" | "domain" | "api";
        /**
         * @description The operations that verdicts are of; `call` for synchronous batches, `batch` for jobs.
         * @example v1
         * @enum {string}
         */
        readonly VerdictApi: "v1" | "v2" | "call" | "batch";
        /**
         * @description `ndjson`: one JSON object per line. `csv`: RFC 4180, with a header.
         * @example csv
         * @enum {string}
         */
        readonly ExportFormat: "ndjson" | "csv";
        /**
         * Format: binary
         * @description Newline-delimited JSON in UTF-8: one row per verified address.
         * @example {"row_position":"ZTNi…","occurred_at":"2026-11-21T09:30:00.000Z","request_id":"019ae48e-7111-7a41-8c3e-5d2c41e073c0","api":"v1","api_key":"c8e21","batch_id":null,"batch_row":null,"address_hash":"2a7f04c19be","email_domain":"gmial.com","provider":null,"status":"valid","v1_reason":null,"decision":"deny","deciding_reason":"disposable","reasons":["disposable","probable_typo"],"route":"implicit","is_disposable":true,"is_role":false,"is_free":false,"is_mistyped":true,"suggested_domain":"gmail.com","is_pooled":false,"duration_ms":38,"lists_version":"2026-12-02.3fa91c04d2b7","mailbox_result":null,"mailbox_code":null,"mailbox_enhanced_code":null,"is_mailbox_final":null,"rule_name":null,"rule_action":null}
         */
        readonly VerificationLines: string;
        /**
         * @description Format of a response.
         * @example csv
         * @enum {string}
         */
        readonly VerdictFormat: "json" | "csv";
        /**
         * @description v2's default decision.
         * @example deny
         * @enum {string}
         */
        readonly DecisionFilter: "allow" | "review" | "deny";
        /** @description How many addresses were answered in which way. */
        readonly VerdictCounts: {
            /**
             * @description All addresses that were answered.
             * @example 3
             */
            readonly total: number;
            readonly status: components["schemas"]["StatusCounts"];
            readonly decision: components["schemas"]["DecisionCounts"];
            /**
             * @description Addresses of disposable domains.
             * @example 0
             */
            readonly disposable: number;
            /**
             * @description Role addresses.
             * @example 1
             */
            readonly role: number;
            /**
             * @description Addresses of free providers.
             * @example 2
             */
            readonly free: number;
            /**
             * @description Addresses for which another domain was suggested.
             * @example 0
             */
            readonly typo: number;
            /**
             * @description Addresses of which it was not recorded whether another domain was suggested.
             * @example 0
             */
            readonly typo_unknown: number;
            /**
             * @description Verdicts that the signal pool gave.
             * @example 0
             */
            readonly pooled: number;
        };
        /** @description Counts of verdicts by v1's status. */
        readonly StatusCounts: {
            /**
             * @description Addresses that mail can be delivered to.
             * @example 2
             */
            readonly valid: number;
            /**
             * @description Addresses that mail cannot be delivered to.
             * @example 1
             */
            readonly invalid: number;
            /**
             * @description Addresses that DNS could not confirm.
             * @example 0
             */
            readonly unknown: number;
        };
        /** @description Counts of verdicts by v2's default decision, whichever version answered. */
        readonly DecisionCounts: {
            /**
             * @description Addresses to accept.
             * @example 1
             */
            readonly allow: number;
            /**
             * @description Addresses to look at.
             * @example 1
             */
            readonly review: number;
            /**
             * @description Addresses to refuse.
             * @example 1
             */
            readonly deny: number;
            /**
             * @description Verdicts whose decision was not recorded.
             * @example 0
             */
            readonly unknown: number;
        };
        /** @description Counts by the values of one dimension. All counts add up to the total. */
        readonly VerdictBreakdown: {
            /** @description The most frequent values of the range, most frequent first. */
            readonly values: readonly components["schemas"]["VerdictValue"][];
            /**
             * @description Verdicts without a value.
             * @example 0
             */
            readonly none: number;
            /**
             * @description Verdicts whose value was not recorded.
             * @example 0
             */
            readonly unknown: number;
            /**
             * @description Verdicts of other values.
             * @example 0
             */
            readonly other: number;
        };
        /** @description Count of a value. */
        readonly VerdictValue: {
            /**
             * @description The status, decision, reason, provider, domain or operation.
             * @example deliverable
             */
            readonly value: string;
            /**
             * @description Addresses that were answered with this value.
             * @example 1
             */
            readonly count: number;
        };
        /** @description A range of time, with its counts. */
        readonly VerdictRange: {
            /**
             * Format: date-time
             * @description The first moment that is counted.
             * @example 2026-11-21T00:00:00.000Z
             */
            readonly start: string;
            /**
             * Format: date-time
             * @description The first moment after what is counted.
             * @example 2026-11-22T00:00:00.000Z
             */
            readonly end: string;
            readonly counts: components["schemas"]["VerdictCounts"];
        };
        /** @description A period, with its counts. */
        readonly VerdictPeriod: {
            /**
             * Format: date-time
             * @description The first moment that is counted.
             * @example 2026-11-21T00:00:00.000Z
             */
            readonly start: string;
            /**
             * Format: date-time
             * @description The first moment after what is counted.
             * @example 2026-11-22T00:00:00.000Z
             */
            readonly end: string;
            readonly counts: components["schemas"]["VerdictCounts"];
            readonly breakdown?: components["schemas"]["VerdictBreakdown"];
        };
        /** @description Counts of an account's verdicts. */
        readonly Verdicts: {
            /**
             * @description Length of the periods.
             * @example day
             * @enum {string}
             */
            readonly interval: "hour" | "day" | "month";
            /**
             * @description Time zone of days and months.
             * @example UTC
             */
            readonly timezone: string;
            /**
             * @description Dimension of the breakdowns; null without one.
             * @example reason
             * @enum {string|null}
             */
            readonly by: "status" | "decision" | "reason" | "provider" | "domain" | "api" | null;
            readonly range: components["schemas"]["VerdictPeriod"];
            readonly previous: components["schemas"]["VerdictRange"];
            /** @description Every period of the range, oldest first; the breakdowns have the values of the whole range. */
            readonly periods: readonly components["schemas"]["VerdictPeriod"][];
        };
        /**
         * Format: binary
         * @description Counts as CSV in UTF-8 (RFC 4180), one row per period, or per period and value.
         * @example start,end,value,count
         */
        readonly VerdictsCsv: string;
        /** @description The address, and what else must match. */
        readonly SearchDecisionsRequest: {
            /**
             * @description The address, in any spelling of it.
             * @example jane@gmial.com
             */
            readonly email: string;
            /**
             * @description Start: a time, or a UTC date. At most 366 days before the end. Default: 30 days before it.
             * @example 2026-11-01
             */
            readonly from?: string | null;
            /**
             * @description End, exclusive: a time, or a UTC date, with its whole day. Default: now.
             * @example 2026-11-21
             */
            readonly to?: string | null;
            /**
             * @description Maximum number of items per page.
             * @default 20
             * @example 20
             */
            readonly limit: number | null;
            /**
             * @description The `next_cursor` of the previous page. Omit it to get the first page.
             * @example eyJhZnRlciI6MTJ9
             */
            readonly cursor?: string | null;
        };
        /**
         * @description What became of an address. `confirmed`: its owner followed a link in a message; `delivered`: a server accepted mail;
         *     `engaged`: a message was opened or answered; `complained`: it was reported as spam; `bounced`: it was returned.
         * @example bounced
         * @enum {string}
         */
        readonly OutcomeName: "confirmed" | "delivered" | "engaged" | "complained" | "bounced";
        /**
         * @description Of a bounce, required: `hard` if it is for good, because the mailbox does not exist; `soft` if it is for now, because the
         *     mailbox is full, say.
         * @example hard
         * @enum {string|null}
         */
        readonly BounceType: "hard" | "soft" | null;
        /** @description What became of one address. */
        readonly ReportedOutcome: {
            /**
             * @description The address, in any spelling of it. Not needed with `request_id`.
             * @example jane@example.com
             */
            readonly email?: string | null;
            /**
             * @description The `X-Request-ID` of the verification.
             * @example 019ae48e-7111-7a41-8c3e-5d2c41e073c0
             */
            readonly request_id?: string | null;
            /**
             * @description Index of the address in a synchronous batch with that `request_id`.
             * @example 3
             */
            readonly row?: number | null;
            readonly outcome: components["schemas"]["OutcomeName"];
            readonly bounce_type?: components["schemas"]["BounceType"];
            /**
             * @description When it happened: a time, or a UTC date, which stands for its end. At most two years ago. Default: now.
             * @example 2026-11-21T09:30:00Z
             */
            readonly at?: string | null;
        };
        /** @description What became of addresses. */
        readonly RecordOutcomesRequest: {
            /** @description The outcomes, in any order. */
            readonly outcomes: readonly components["schemas"]["ReportedOutcome"][];
        };
        /** @description How many outcomes were new. */
        readonly OutcomesReceived: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            /**
             * @description Outcomes of the request.
             * @example 2
             */
            readonly received: number;
            /**
             * @description Outcomes that were new.
             * @example 2
             */
            readonly recorded: number;
            /**
             * @description Outcomes that were reported before, or are older than one of the same kind that was.
             * @example 0
             */
            readonly repeated: number;
            /**
             * @description Outcomes with a `request_id` only, of which no verification was found. They are not recorded.
             * @example 0
             */
            readonly unknown: number;
            /**
             * @description Of the new ones, those of which no verification was found. They count for `known_bounce` only.
             * @example 1
             */
            readonly unmatched: number;
        };
        /**
         * @description A service that sends mail.
         * @example postmark
         * @enum {string}
         */
        readonly SenderName: "ses" | "sendgrid" | "postmark" | "mailgun";
        /**
         * @description Events as their sender documents them, one or a list.
         * @example {
         *       "RecordType": "Delivery",
         *       "Recipient": "jane@example.com",
         *       "DeliveredAt": "2026-11-21T09:30:00Z"
         *     }
         */
        readonly SenderEvents: unknown;
        /** @description What became of events. */
        readonly SenderEventsReceived: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            /**
             * @description Events of the request; one about several recipients counts for each of them.
             * @example 1
             */
            readonly received: number;
            /**
             * @description Outcomes that were new.
             * @example 1
             */
            readonly recorded: number;
            /**
             * @description Outcomes that were reported before, or are older than one of the same kind that was.
             * @example 0
             */
            readonly repeated: number;
            /**
             * @description Events that say nothing about an address, such as those of an unknown type.
             * @example 0
             */
            readonly ignored: number;
            /**
             * @description Events without an address or a time, or with a time in the future or more than two years ago, and what is no event of this
             *     sender.
             * @example 0
             */
            readonly unreadable: number;
            /**
             * @description Of the new ones, those of which no verification was found. They count for `known_bounce` only.
             * @example 0
             */
            readonly unmatched: number;
        };
        /** @description How many outcomes were reported, by what became of the address. */
        readonly OutcomeCounts: {
            /**
             * @description The owner followed a link in a message.
             * @example 30
             */
            readonly confirmed: number;
            /**
             * @description A server accepted mail.
             * @example 41
             */
            readonly delivered: number;
            /**
             * @description A message was opened or answered.
             * @example 12
             */
            readonly engaged: number;
            /**
             * @description A message was reported as spam.
             * @example 1
             */
            readonly complained: number;
            /**
             * @description Mail was returned for good.
             * @example 3
             */
            readonly bounced_hard: number;
            /**
             * @description Mail was returned for now.
             * @example 2
             */
            readonly bounced_soft: number;
        };
        /** @description Outcomes of the verifications with one decision. */
        readonly DecisionQuality: {
            /**
             * @description v2's default decision; `unknown` if it was not recorded.
             * @example allow
             * @enum {string}
             */
            readonly decision: "allow" | "review" | "deny" | "unknown";
            /**
             * @description Verifications with a good outcome.
             * @example 39
             */
            readonly good: number;
            /**
             * @description Verifications with a bad outcome.
             * @example 1
             */
            readonly bad: number;
            /**
             * @description Share of these verifications that were bad; null if there are none.
             * @example 0.025
             */
            readonly precision: number | null;
            /**
             * @description Share of all bad verifications that are among these; null if none was bad.
             * @example 0.25
             */
            readonly recall: number | null;
        };
        /** @description Outcomes of the verifications with one reason. */
        readonly ReasonQuality: {
            /**
             * @description A reason code of v2, which has a page at `/docs/reasons`.
             * @example deliverable
             */
            readonly reason: string;
            /**
             * @description Verifications with a good outcome.
             * @example 39
             */
            readonly good: number;
            /**
             * @description Verifications with a bad outcome.
             * @example 1
             */
            readonly bad: number;
            /**
             * @description Share of these verifications that were bad; null if there are none.
             * @example 0.025
             */
            readonly precision: number | null;
            /**
             * @description Share of all bad verifications that are among these; null if none was bad.
             * @example 0.25
             */
            readonly recall: number | null;
        };
        /** @description Outcomes of the verifications that one rule decided. */
        readonly RuleQuality: {
            /**
             * @description Name of the rule; `allow_list` or `deny_list` for a list.
             * @example free at night
             */
            readonly rule: string;
            /**
             * @description What it decided.
             * @example review
             * @enum {string}
             */
            readonly action: "allow" | "review" | "deny";
            /**
             * @description Verifications with a good outcome.
             * @example 2
             */
            readonly good: number;
            /**
             * @description Verifications with a bad outcome.
             * @example 2
             */
            readonly bad: number;
            /**
             * @description Share of these verifications that were bad; null if there are none.
             * @example 0.5
             */
            readonly precision: number | null;
            /**
             * @description Share of all bad verifications that are among these; null if none was bad.
             * @example 0.5
             */
            readonly recall: number | null;
        };
        /** @description Verifications with outcomes, by what was decided. */
        readonly QualityCounts: {
            /**
             * @description Verifications with a good outcome.
             * @example 41
             */
            readonly good: number;
            /**
             * @description Verifications with a bad outcome.
             * @example 4
             */
            readonly bad: number;
            /** @description By v2's default decision. */
            readonly decisions: readonly components["schemas"]["DecisionQuality"][];
            /** @description By each of v2's reasons, most frequent first; a verification with two reasons counts for both. */
            readonly reasons: readonly components["schemas"]["ReasonQuality"][];
            /**
             * @description By each of your rules that decided, and each of your lists, most frequent first; by its action, if that has changed. The first
             *     500 of a month.
             */
            readonly rules: readonly components["schemas"]["RuleQuality"][];
            readonly outcomes: components["schemas"]["OutcomeCounts"];
            /**
             * @description Outcomes of which no verification was found, by the month in which they happened.
             * @example 3
             */
            readonly unmatched: number;
            /**
             * @description Outcomes that said the opposite of what the verification counted as before.
             * @example 1
             */
            readonly contradictions: number;
        };
        /** @description Verifications of a month with outcomes, by what was decided. */
        readonly MonthQuality: {
            /**
             * @description UTC month of the verifications.
             * @example 2026-11
             */
            readonly month: string;
            /**
             * @description Verifications with a good outcome.
             * @example 41
             */
            readonly good: number;
            /**
             * @description Verifications with a bad outcome.
             * @example 4
             */
            readonly bad: number;
            /** @description By v2's default decision. */
            readonly decisions: readonly components["schemas"]["DecisionQuality"][];
            /** @description By each of v2's reasons, most frequent first; a verification with two reasons counts for both. */
            readonly reasons: readonly components["schemas"]["ReasonQuality"][];
            /**
             * @description By each of your rules that decided, and each of your lists, most frequent first; by its action, if that has changed. The first
             *     500 of a month.
             */
            readonly rules: readonly components["schemas"]["RuleQuality"][];
            readonly outcomes: components["schemas"]["OutcomeCounts"];
            /**
             * @description Outcomes of which no verification was found, by the month in which they happened.
             * @example 3
             */
            readonly unmatched: number;
            /**
             * @description Outcomes that said the opposite of what the verification counted as before.
             * @example 1
             */
            readonly contradictions: number;
        };
        /** @description How good an account's decisions were. */
        readonly OutcomeQuality: {
            /**
             * @description First month.
             * @example 2026-01
             */
            readonly from: string;
            /**
             * @description Last month.
             * @example 2026-11
             */
            readonly to: string;
            readonly total: components["schemas"]["QualityCounts"];
            /** @description Every month that has any, oldest first. */
            readonly months: readonly components["schemas"]["MonthQuality"][];
        };
        /**
         * @description What happened.
         * @example key_created
         * @enum {string}
         */
        readonly AuditKind: "account_created" | "key_created" | "key_revoked" | "plan_changed" | "limits_changed" | "address_keeping_changed" | "batch_submitted" | "batch_cancelled" | "batch_deleted" | "rules_draft_changed" | "rules_activated" | "rules_rolled_back" | "list_changed" | "webhook_created" | "webhook_changed" | "webhook_secret_rotated" | "webhook_disabled" | "webhook_enabled" | "webhook_deleted";
        /**
         * @description Who acted; `account` is somebody with one of its keys, or whoever created it.
         * @example account
         * @enum {string}
         */
        readonly AuditActor: "account" | "operator" | "system";
        /** @description Something that was changed in the account, and by whom. */
        readonly AuditEntry: {
            /**
             * @description Identifies the entry.
             * @example 0c1d2e3f-4a5b-5c6d-8e7f-8091a2b3c4d5
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description When it was recorded.
             * @example 2026-11-20T15:00:00.000Z
             */
            readonly at: string;
            readonly kind: components["schemas"]["AuditKind"];
            readonly actor: components["schemas"]["AuditActor"];
            /**
             * @description The `id` of the API key that was used; null if there was none, or it was not recorded.
             * @example 019acb5f-0d11-7f6e-8e0a-2c4d6e8f0a1b
             */
            readonly key: string | null;
            /**
             * @description The `X-Request-ID` of the request.
             * @example 019ae48e-7111-7a41-8c3e-5d2c41e073bf
             */
            readonly request_id: string;
            /**
             * @description ID of the key, webhook or batch, or the name of the list; null for the account and its rules.
             * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
             */
            readonly subject: string | null;
            /**
             * @description What it was changed to, in a few words for people; null if the kind says it all.
             * @example mpk_AbCd…: verify, read
             */
            readonly detail: string | null;
        };
        /** @description A page of the audit log, newest first. */
        readonly AuditEntryList: {
            /** @description The entries on this page, newest first. */
            readonly entries: readonly components["schemas"]["AuditEntry"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example null
             */
            readonly next_cursor: string | null;
        };
        /**
         * @description What a batch is taken for; `ended` is completed, failed or cancelled.
         * @example in_progress
         * @enum {string}
         */
        readonly ExpectedBatch: "in_progress" | "ended";
        /** @description A page of decisions, newest first. */
        readonly DecisionList: {
            /** @description The decisions on this page, newest first. */
            readonly decisions: readonly components["schemas"]["LoggedDecision"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example null
             */
            readonly next_cursor: string | null;
        };
        /** @description What was answered about an address, and by what. */
        readonly LoggedDecision: {
            /**
             * @description Identifies the decision.
             * @example 5b4a9c1e-20f7-5c36-8d9e-0a1b2c3d4e5f
             */
            readonly id: string;
            /**
             * Format: date-time
             * @description When it was recorded.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly at: string;
            /**
             * @description The `X-Request-ID` of the request.
             * @example 019ae48e-7111-7a41-8c3e-5d2c41e073c0
             */
            readonly request_id: string;
            /**
             * @description API version that answered; `call` for a synchronous batch.
             * @example v1
             * @enum {string}
             */
            readonly api: "v1" | "v2" | "call";
            /**
             * @description Index of the address in a synchronous batch; null for a single verification.
             * @example null
             */
            readonly row: number | null;
            /**
             * @description Last five characters of the ID of the API key; null if it was not recorded.
             * @example c8e21
             */
            readonly key: string | null;
            /**
             * @description Domain as A-labels; null if there is none, or it was not recorded.
             * @example gmial.com
             */
            readonly domain: string | null;
            /**
             * @description The address, with most of its local part masked. Null unless the account keeps addresses (`keep_addresses_days`), and for
             *     what is no address.
             * @example j***e@gmial.com
             */
            readonly address: string | null;
            /**
             * @description Status as in v1.
             * @example valid
             * @enum {string}
             */
            readonly status: "valid" | "invalid" | "unknown";
            /**
             * @description Reason as in v1; null unless the address is invalid.
             * @example null
             */
            readonly reason: string | null;
            /**
             * @description v2's default decision, whichever version answered; null if it was not recorded.
             * @example deny
             * @enum {string|null}
             */
            readonly decision: "allow" | "review" | "deny" | null;
            /**
             * @description v2's reasons, the deciding one first; null if they were not recorded.
             * @example [
             *       "disposable",
             *       "probable_typo"
             *     ]
             */
            readonly reasons: readonly string[] | null;
            /**
             * @description How mail is routed to the domain, or why it is not; `none` if DNS was not needed; null if it was not recorded.
             * @example implicit
             * @enum {string|null}
             */
            readonly route: "explicit" | "implicit" | "null_mx" | "no_name" | "no_records" | "no_target" | "not_public" | "timeout" | "error" | "none" | null;
            /**
             * @description The domain that was suggested instead; null if there is none, or it was not recorded.
             * @example gmail.com
             */
            readonly suggestion: string | null;
            /**
             * @description Mailbox provider; null if it is unknown, or was not recorded.
             * @example null
             */
            readonly provider: string | null;
            /**
             * @description Whether the domain is disposable.
             * @example true
             */
            readonly disposable: boolean;
            /**
             * @description Whether the address belongs to a role instead of a person.
             * @example false
             */
            readonly role: boolean;
            /**
             * @description Whether the provider offers free mailboxes.
             * @example false
             */
            readonly free: boolean;
            /**
             * @description Version of the lists; null if it was not recorded.
             * @example 2026-12-02.3fa91c04d2b7
             */
            readonly lists: string | null;
            /**
             * @description What the account's own rules and lists decided; the default decision if none of them did.
             * @example allow
             * @enum {string|null}
             */
            readonly action: "allow" | "review" | "deny" | null;
            /**
             * @description Name of the rule that decided, `allow_list` or `deny_list`; null if the default policy did.
             * @example partner
             */
            readonly rule: string | null;
            /**
             * @description Version of the rules; 0 without rules.
             * @example 3
             */
            readonly rules_version: number;
            readonly today: components["schemas"]["DecisionToday"];
        };
        /**
         * @description What would be decided by today's lists. The route and what the local part says are as recorded, because the address is
         *     not stored. Null if the decision or its domain was not recorded.
         */
        readonly DecisionToday: {
            /**
             * @description v2's default decision.
             * @example deny
             * @enum {string}
             */
            readonly decision: "allow" | "review" | "deny";
            /**
             * @description v2's reasons, the deciding one first.
             * @example [
             *       "disposable",
             *       "probable_typo"
             *     ]
             */
            readonly reasons: readonly string[];
            /**
             * @description Version of the lists.
             * @example 2026-12-09.81ce00fe2a7d
             */
            readonly lists: string;
        } | null;
        /**
         * @description One of the account's own lists.
         * @example deny
         * @enum {string}
         */
        readonly ListName: "allow" | "deny";
        /** @description What the account's own rules and lists decided. Without any, it is v2's default decision. */
        readonly AccountDecision: {
            readonly action: components["schemas"]["Decision"];
            /**
             * @description Name of the rule that decided; a rule without a name is called by its number, such as `rule 2`. `allow_list` or
             *     `deny_list` if an entry of that list decided; null if nothing did, so that the default policy holds.
             * @example no disposables at night
             */
            readonly rule: string | null;
            /**
             * @description What the rule says to the visitor; null if it says nothing.
             * @example Please use an address that you will keep.
             */
            readonly message: string | null;
            /**
             * @description Version of the rules by which the request was decided; 0 without rules.
             * @example 3
             */
            readonly rules_version: number;
        };
        /** @description A rule. The first whose condition holds decides. */
        readonly Rule: {
            /**
             * @description Name of the rule, unique in its set: one line. It is recorded with every decision and shown in answers, so it should
             *     not be secret. Absent if the rule is called by its number.
             * @example no disposables at night
             */
            readonly name?: string | null;
            readonly when: components["schemas"]["RuleCondition"];
            readonly action: components["schemas"]["Decision"];
            /**
             * @description What to say to the visitor, one line; absent if nothing is said.
             * @example Please use an address that you will keep.
             */
            readonly message?: string | null;
        };
        /**
         * @description A condition has exactly one of `all`, `any`, `not` and `fact`. `{"all": []}` always holds. Conditions are nested at most 8
         *     levels deep; a set of rules has at most 500 of them.
         */
        readonly RuleCondition: {
            /**
             * @description Conditions that must all hold.
             * @example [
             *       {
             *         "fact": "status",
             *         "op": "eq",
             *         "value": "valid"
             *       },
             *       {
             *         "fact": "provider",
             *         "op": "eq",
             *         "value": "gmail"
             *       }
             *     ]
             */
            readonly all?: readonly components["schemas"]["RuleCondition"][] | null;
            /**
             * @description Conditions of which one must hold.
             * @example [
             *       {
             *         "fact": "suffix",
             *         "op": "eq",
             *         "value": "test"
             *       },
             *       {
             *         "fact": "domain",
             *         "op": "under",
             *         "value": "example.com"
             *       }
             *     ]
             */
            readonly any?: readonly components["schemas"]["RuleCondition"][] | null;
            readonly not?: components["schemas"]["RuleCondition"];
            /**
             * @description What is tested. `domain`: the domain as A-labels. `suffix`: its public suffix, such as `co.uk`. `mx`: the names of its
             *     first four mail exchanges; none if the signal pool answered. `provider`: the mailbox provider. `status`: v1's.
             *     `decision`, `reasons`, `patterns`: v2's default decision, its reasons and patterns. `in_allow_list`, `in_deny_list`:
             *     whether the account's own list has the address or its domain. `hour`: of the day, in UTC. `key`: the API key of the
             *     request, by its ID or the last five characters of it. `mailbox`: what the mail server says (`MailboxResult`);
             *     `not_checked` unless the request had `mailbox`. `accept_all`: v2's signal. `mailbox_code`, `mailbox_enhanced_code`: of the
             *     mail server's reply, `550` and `5.1.1`; none without a reply. `mailbox_final`: whether the result stays; true unless the
             *     request had `mailbox`.
             * @example domain
             * @enum {string|null}
             */
            readonly fact?: "domain" | "suffix" | "mx" | "provider" | "status" | "decision" | "reasons" | "patterns" | "in_allow_list" | "in_deny_list" | "hour" | "key" | "mailbox" | "accept_all" | "mailbox_code" | "mailbox_enhanced_code" | "mailbox_final" | null;
            /**
             * @description How it is tested. `domain`, `suffix`: `eq`, `ne`, `in`, `not_in`, `under` (the name itself or one below it). `mx`:
             *     `contains`, `contains_any`, `contains_none`, `under`. `provider`, `status`, `decision`, `key`, `mailbox`, `accept_all`,
             *     `mailbox_code`, `mailbox_enhanced_code`: `eq`, `ne`, `in`, `not_in`. `reasons`, `patterns`: `contains`, `contains_any`,
             *     `contains_none`. `in_allow_list`, `in_deny_list`, `mailbox_final`: `eq`, `ne`. `hour`: `eq`, `ne`, `in`, `not_in`, `lt`, `lte`, `gt`, `gte`.
             * @example under
             * @enum {string|null}
             */
            readonly op?: "eq" | "ne" | "in" | "not_in" | "under" | "contains" | "contains_any" | "contains_none" | "lt" | "lte" | "gt" | "gte" | null;
            /**
             * @description What it is tested against: a string, a number for `hour`, true or false for the lists and `mailbox_final`; for `in`, `not_in`,
             *     `contains_any` and `contains_none` an array of 1 to 1,000 of them.
             * @example example.com
             */
            readonly value?: unknown;
        };
        /** @description A set of rules. */
        readonly RulesDraftRequest: {
            /** @description The rules in order. As JSON, they take at most 64 KiB. */
            readonly rules: readonly components["schemas"]["Rule"][];
        };
        /** @description What must be so for the draft to be activated. */
        readonly ActivateRulesRequest: {
            /**
             * @description The version that must be live; 0 = no rules. Default: any.
             * @example 2
             */
            readonly live_version?: number | null;
            /**
             * @description The `updated_at` of the draft, so that no other one is activated. Default: any.
             * @example 2026-11-22T10:00:00.000Z
             */
            readonly draft_updated_at?: string | null;
        };
        /** @description The version that is to be live again. */
        readonly RollbackRulesRequest: {
            /**
             * @description Number of the version; 0 = no rules.
             * @example 2
             */
            readonly version: number;
        };
        /** @description The entries of a list. */
        readonly PutListRequest: {
            /**
             * @description Addresses (`mallory@example.org`), domains (`example.com`), and `*.` before a domain for every name below it
             *     (`*.example.net`). In any order; repeated ones count once.
             * @example [
             *       "example.com",
             *       "*.example.net",
             *       "mallory@example.org"
             *     ]
             */
            readonly entries: readonly string[];
        };
        /** @description The live rules of an account, and its draft. */
        readonly AccountRules: {
            readonly live: components["schemas"]["LiveRules"];
            readonly draft?: components["schemas"]["RulesDraft"];
        };
        /** @description The rules that decide live requests. */
        readonly LiveRules: {
            /**
             * @description Number of the version; 0 before the first activation, and after a rollback to no rules.
             * @example 3
             */
            readonly version: number;
            /**
             * Format: date-time
             * @description Since when it is live; null before the first activation.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly since: string | null;
            /** @description The rules in order. */
            readonly rules: readonly components["schemas"]["Rule"][];
            /** @description What is allowed, but surely not meant. */
            readonly warnings: readonly components["schemas"]["RuleWarning"][];
        };
        /** @description Rules that decide nothing until they are activated. */
        readonly RulesDraft: {
            /**
             * Format: date-time
             * @description When the draft was written.
             * @example 2026-11-22T10:00:00.000Z
             */
            readonly updated_at: string;
            /** @description The rules in order. */
            readonly rules: readonly components["schemas"]["Rule"][];
            /** @description What is allowed, but surely not meant. */
            readonly warnings: readonly components["schemas"]["RuleWarning"][];
        };
        /** @description Why a rule can never decide, or probably never will. Not all such rules are found. */
        readonly RuleWarning: {
            /**
             * @description Number of the rule, from 1.
             * @example 2
             */
            readonly rule: number;
            /**
             * @description `impossible`: its conditions exclude each other, or ask for a provider or public suffix that does not exist. `shadowed`: an earlier rule decides wherever it could. `improbable`: its conditions ask for a public suffix that is not listed, which only domains that are mistyped or of private networks have.
             * @example shadowed
             * @enum {string}
             */
            readonly code: "impossible" | "shadowed" | "improbable";
            /**
             * @description The same in words.
             * @example `rule 2` never decides: `no disposables at night` decides before it, wherever it could.
             */
            readonly message: string;
        };
        /** @description What was activated, newest first. */
        readonly RulesVersionList: {
            /** @description Those on this page, newest first. */
            readonly versions: readonly components["schemas"]["RulesVersionSummary"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example null
             */
            readonly next_cursor: string | null;
        };
        /** @description A set that was activated. */
        readonly RulesVersionSummary: {
            /**
             * @description Counts from 1, in the order of activation.
             * @example 3
             */
            readonly version: number;
            /**
             * Format: date-time
             * @description When it was activated first.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly activated_at: string;
            /**
             * @description How many rules it has.
             * @example 2
             */
            readonly rules: number;
            /**
             * @description Whether it decides live requests.
             * @example true
             */
            readonly live: boolean;
        };
        /** @description A set that was activated. */
        readonly RulesVersionRules: {
            /**
             * @description Counts from 1, in the order of activation.
             * @example 2
             */
            readonly version: number;
            /**
             * Format: date-time
             * @description When it was activated first.
             * @example 2026-11-20T15:00:00.000Z
             */
            readonly activated_at: string;
            /** @description The rules in order. */
            readonly rules: readonly components["schemas"]["Rule"][];
        };
        /** @description What differs between two versions of the rules. */
        readonly RulesComparison: {
            /**
             * @description The version before.
             * @example 2
             */
            readonly from: number;
            /**
             * @description The version after; null for the draft.
             * @example 3
             */
            readonly to: number | null;
            /** @description The differences, in the order of the version after; then what was removed. */
            readonly changes: readonly components["schemas"]["RuleChange"][];
        };
        /** @description What differs about a rule. */
        readonly RuleChange: {
            /**
             * @description What happened to the rule; `moved` if only its place among the others differs.
             * @example added
             * @enum {string}
             */
            readonly change: "added" | "removed" | "changed" | "moved";
            /**
             * @description Name of the rule.
             * @example no disposables at night
             */
            readonly rule: string;
            /**
             * @description Its number before; null if it was added.
             * @example null
             */
            readonly place_before: number | null;
            /**
             * @description Its number after; null if it was removed.
             * @example 1
             */
            readonly place_after: number | null;
            readonly before?: components["schemas"]["Rule"];
            readonly after?: components["schemas"]["Rule"];
        };
        /**
         * @description How far a backtest is; the last three are final.
         * @example completed
         * @enum {string}
         */
        readonly BacktestStatus: "pending" | "running" | "completed" | "failed" | "cancelled";
        /**
         * @description Which of the account's own lists count: `then`, those that were in force at each verification; `now`, those at the time of the
         *     request. Addresses of rows of batches are not recorded, so that it is unknown whether a list of today has them.
         * @example then
         * @enum {string}
         */
        readonly BacktestLists: "then" | "now";
        /**
         * @description The rules that are tried; not together with `version`. Default: the draft.
         * @example draft
         * @enum {string|null}
         */
        readonly BacktestedRules: "draft" | "live" | null;
        /**
         * @description Which of the account's own lists count, as in `Backtest`.
         * @default then
         * @example then
         * @enum {string|null}
         */
        readonly AskedLists: "then" | "now" | null;
        /** @description Which rules are tried, and on which period. */
        readonly CreateBacktestRequest: {
            readonly rules?: components["schemas"]["BacktestedRules"];
            /**
             * @description Number of a version; not together with `rules`.
             * @example 2
             */
            readonly version?: number | null;
            /**
             * @description Start: a time, or a UTC date. At most 366 days before the end. Default: 30 days before it.
             * @example 2026-11-01
             */
            readonly from?: string | null;
            /**
             * @description End, exclusive: a time, or a UTC date, with its whole day. Default: now.
             * @example 2026-11-20
             */
            readonly to?: string | null;
            readonly lists?: components["schemas"]["AskedLists"];
        };
        /** @description A page of backtests, newest first. */
        readonly BacktestList: {
            /** @description The backtests on this page, newest first. */
            readonly backtests: readonly components["schemas"]["BacktestSummary"][];
            /**
             * @description The `cursor` of the next page; null on the last page.
             * @example null
             */
            readonly next_cursor: string | null;
        };
        /** @description A backtest without its result. */
        readonly BacktestSummary: {
            /**
             * @description Identifies the backtest.
             * @example 7f1d3c52-8a4e-5b60-9c7d-1e2f3a4b5c6d
             */
            readonly id: string;
            readonly status: components["schemas"]["BacktestStatus"];
            /**
             * @description Version of the rules that are tried, 0 = no rules; null for a draft.
             * @example null
             */
            readonly rules_version: number | null;
            /**
             * Format: date-time
             * @description Start of the period.
             * @example 2026-11-01T00:00:00.000Z
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description End of the period, exclusive.
             * @example 2026-11-21T00:00:00.000Z
             */
            readonly to: string;
            readonly lists: components["schemas"]["BacktestLists"];
            /**
             * Format: date-time
             * @description When it was requested.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it ended; null while it goes on.
             * @example 2026-11-21T09:30:04.000Z
             */
            readonly ended_at: string | null;
            /**
             * @description Verifications that have been looked at.
             * @example 120000
             */
            readonly processed: number;
            /**
             * @description Verifications of the period; approximate until the backtest has completed.
             * @example 120000
             */
            readonly total: number;
            /**
             * @description Verifications that the rules would have decided otherwise.
             * @example 412
             */
            readonly changed: number;
            /**
             * @description Verifications whose decision by the rules depends on what was not recorded.
             * @example 0
             */
            readonly undecided: number;
            /**
             * @description Verifications of which it was not recorded what was decided, as up to release 1.0.0.
             * @example 0
             */
            readonly unrecorded: number;
            /**
             * @description Why it failed; null unless it has.
             * @example null
             */
            readonly error: string | null;
        };
        /** @description How rules would have decided the verifications of a period. */
        readonly Backtest: {
            /**
             * @description Identifies the backtest.
             * @example 7f1d3c52-8a4e-5b60-9c7d-1e2f3a4b5c6d
             */
            readonly id: string;
            readonly status: components["schemas"]["BacktestStatus"];
            /**
             * @description Version of the rules that are tried, 0 = no rules; null for a draft.
             * @example null
             */
            readonly rules_version: number | null;
            /**
             * Format: date-time
             * @description Start of the period.
             * @example 2026-11-01T00:00:00.000Z
             */
            readonly from: string;
            /**
             * Format: date-time
             * @description End of the period, exclusive.
             * @example 2026-11-21T00:00:00.000Z
             */
            readonly to: string;
            readonly lists: components["schemas"]["BacktestLists"];
            /**
             * Format: date-time
             * @description When it was requested.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it ended; null while it goes on.
             * @example 2026-11-21T09:30:04.000Z
             */
            readonly ended_at: string | null;
            /**
             * @description Verifications that have been looked at.
             * @example 120000
             */
            readonly processed: number;
            /**
             * @description Verifications of the period; approximate until the backtest has completed.
             * @example 120000
             */
            readonly total: number;
            /**
             * @description Verifications that the rules would have decided otherwise.
             * @example 412
             */
            readonly changed: number;
            /**
             * @description Verifications whose decision by the rules depends on what was not recorded.
             * @example 0
             */
            readonly undecided: number;
            /**
             * @description Verifications of which it was not recorded what was decided, as up to release 1.0.0.
             * @example 0
             */
            readonly unrecorded: number;
            /**
             * @description Why it failed; null unless it has.
             * @example null
             */
            readonly error: string | null;
            readonly result: components["schemas"]["BacktestResult"];
        };
        /** @description What has been counted so far. */
        readonly BacktestResult: {
            /** @description All verifications by what was decided and what would have been. */
            readonly decisions: readonly components["schemas"]["BacktestDecisions"][];
            /** @description The same by v2's deciding reason. */
            readonly reasons: readonly components["schemas"]["BacktestReason"][];
            /** @description The same by UTC day, in order. */
            readonly days: readonly components["schemas"]["BacktestDay"][];
            /** @description The same by the rule that would have decided; `allow_list` and `deny_list` for those lists. */
            readonly rules: readonly components["schemas"]["BacktestRule"][];
            readonly outcomes: components["schemas"]["BacktestOutcomes"];
            /** @description Verifications that would have been decided otherwise, at most five of each change. Addresses are not stored. */
            readonly examples: readonly components["schemas"]["BacktestExample"][];
        };
        /** @description Verifications with one pair of decisions. */
        readonly BacktestDecisions: {
            /**
             * @description What was decided; `unknown` if it was not recorded.
             * @example allow
             * @enum {string}
             */
            readonly before: "allow" | "review" | "deny" | "unknown";
            /**
             * @description What the rules would have decided; `unknown` if that depends on what was not recorded.
             * @example deny
             * @enum {string}
             */
            readonly after: "allow" | "review" | "deny" | "unknown";
            /**
             * @description How many there are.
             * @example 412
             */
            readonly verifications: number;
        };
        /** @description Verifications with one deciding reason. */
        readonly BacktestReason: {
            /**
             * @description Reason of v2; null if it was not recorded.
             * @example deliverable
             */
            readonly reason: string | null;
            /** @description Those verifications by decisions. */
            readonly decisions: readonly components["schemas"]["BacktestDecisions"][];
        };
        /** @description Verifications of one day. */
        readonly BacktestDay: {
            /**
             * Format: date
             * @description UTC date.
             * @example 2026-11-20
             */
            readonly day: string;
            /** @description Those verifications by decisions. */
            readonly decisions: readonly components["schemas"]["BacktestDecisions"][];
        };
        /** @description Verifications that one rule would have decided. */
        readonly BacktestRule: {
            /**
             * @description Name of the rule, or its number.
             * @example no disposables at night
             */
            readonly rule: string;
            /** @description Those verifications by decisions. */
            readonly decisions: readonly components["schemas"]["BacktestDecisions"][];
        };
        /** @description Verifications with outcomes, by what was decided and by what would have been. */
        readonly BacktestOutcomes: {
            readonly before: components["schemas"]["BacktestOutcomeCounts"];
            readonly after: components["schemas"]["BacktestOutcomeCounts"];
        };
        /**
         * @description Verifications with outcomes whose decision is known. Confirmed, delivered and engaged are good; complained and bounced for good
         *     are bad.
         */
        readonly BacktestOutcomeCounts: {
            /**
             * @description Verifications whose outcomes are good, that were allowed.
             * @example 900
             */
            readonly good_allowed: number;
            /**
             * @description Verifications whose outcomes are good, that were marked for review.
             * @example 0
             */
            readonly good_reviewed: number;
            /**
             * @description Verifications whose outcomes are good, that were denied: refused wrongly.
             * @example 0
             */
            readonly good_denied: number;
            /**
             * @description Verifications whose outcomes are bad, that were allowed: accepted wrongly.
             * @example 31
             */
            readonly bad_allowed: number;
            /**
             * @description Verifications whose outcomes are bad, that were marked for review.
             * @example 0
             */
            readonly bad_reviewed: number;
            /**
             * @description Verifications whose outcomes are bad, that were denied.
             * @example 0
             */
            readonly bad_denied: number;
        };
        /** @description A verification that would have been decided otherwise. Contains no address. */
        readonly BacktestExample: {
            /**
             * Format: date-time
             * @description When it was recorded.
             * @example 2026-11-20T02:11:09.120Z
             */
            readonly at: string;
            /**
             * @description What was decided.
             * @example allow
             * @enum {string}
             */
            readonly before: "allow" | "review" | "deny" | "unknown";
            /**
             * @description What would have been decided.
             * @example deny
             * @enum {string}
             */
            readonly after: "allow" | "review" | "deny" | "unknown";
            /**
             * @description The rule that decided; null if none did.
             * @example null
             */
            readonly rule_before: string | null;
            /**
             * @description The rule that would have decided; null if none would, or it is not known which.
             * @example no disposables at night
             */
            readonly rule_after: string | null;
            /**
             * @description Domain as A-labels; null if there is none, or it was not recorded.
             * @example example.net
             */
            readonly domain: string | null;
            /**
             * @description Reasons of v2, the deciding one first.
             * @example [
             *       "deliverable"
             *     ]
             */
            readonly reasons: readonly string[];
            /**
             * @description The `X-Request-ID` of the request; null for a row of a job.
             * @example 019ae48e-7111-7a41-8c3e-5d2c41e073c0
             */
            readonly request_id: string | null;
            /**
             * @description The job; null for others.
             * @example null
             */
            readonly batch_id: string | null;
            /**
             * @description Index in the synchronous batch or job; null for a single verification.
             * @example null
             */
            readonly row: number | null;
        };
        /** @description One of the account's own lists. */
        readonly AccountList: {
            readonly list: components["schemas"]["ListName"];
            /**
             * @description How many of its entries are domains.
             * @example 2
             */
            readonly domains: number;
            /**
             * @description How many entries name a single mailbox.
             * @example 1
             */
            readonly addresses: number;
            /**
             * Format: date-time
             * @description When it was replaced; null if it is empty.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly updated_at: string | null;
            /**
             * @description The domains on this page, as A-labels, in order.
             * @example [
             *       "*.example.net",
             *       "example.com"
             *     ]
             */
            readonly entries: readonly string[];
            /**
             * @description The `cursor` of the next page of domains; null on the last page.
             * @example null
             */
            readonly next_cursor: string | null;
        };
        /** @description The plans and their prices. */
        readonly PricingTiers: {
            /**
             * @description Always true.
             * @example true
             */
            readonly success: boolean;
            /**
             * @description Currency of the prices (ISO 4217).
             * @example USD
             * @enum {string}
             */
            readonly currency: "USD";
            /** @description The plans, smallest first. */
            readonly tiers: readonly components["schemas"]["PricingTier"][];
        };
        /** @description A subscription plan. */
        readonly PricingTier: {
            /**
             * @description Machine-readable name of the plan.
             * @example starter
             * @enum {string}
             */
            readonly id: "free" | "starter" | "growth" | "enterprise";
            /**
             * @description Display name of the plan.
             * @example Starter
             */
            readonly name: string;
            /**
             * @description Price per month; null if by agreement.
             * @example 20
             */
            readonly price_monthly: number | null;
            /**
             * @description Number of addresses included per month.
             * @example 10000
             */
            readonly validations_per_month: number;
            /**
             * @description Number of requests allowed per minute.
             * @example 120
             */
            readonly rate_limit_per_minute: number;
            /**
             * @description Human-readable list of what the plan includes.
             * @example [
             *       "Signal sharing"
             *     ]
             */
            readonly features: readonly string[];
        };
        /** @description Health of the service. */
        readonly Health: {
            readonly status: components["schemas"]["HealthStatus"];
            /**
             * @description Version of the service.
             * @example 1.0.0
             */
            readonly version: string;
            /**
             * @description Version of the lists of domains in use, date and hash; absent while the service starts.
             * @example 2026-11-26.74d21fd656dc
             */
            readonly lists_version?: string;
            /**
             * Format: date-time
             * @description When the health was checked.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly timestamp: string;
            /**
             * @description Seconds since the process started.
             * @example 86400
             */
            readonly uptime_seconds: number;
            readonly checks: components["schemas"]["HealthChecks"];
        };
        /**
         * @description Health of each component, by name.
         * @example {
         *       "event_store": {
         *         "status": "ok"
         *       }
         *     }
         */
        readonly HealthChecks: {
            readonly [key: string]: components["schemas"]["HealthCheck"];
        };
        /** @description Health of a service that cannot work, in the form of an error response. */
        readonly HealthFailure: components["schemas"]["ErrorResponse"] & components["schemas"]["Health"];
        /**
         * @description `ok`: works. `degraded`: works with restrictions. `error`: does not work.
         * @example ok
         * @enum {string}
         */
        readonly HealthStatus: "ok" | "degraded" | "error";
        /** @description Health of one component. */
        readonly HealthCheck: {
            readonly status: components["schemas"]["HealthStatus"];
            /**
             * @description Explanation for the operator; absent if the component is healthy.
             * @example does not answer
             */
            readonly message?: string;
            /**
             * Format: date-time
             * @description When the component was last tested as a whole; only for `log_check` and `mailbox`, and absent before the first time.
             * @example 2026-11-20T03:12:45.118Z
             */
            readonly checked_at?: string;
        };
        /** @description Confirmation that the process is alive. */
        readonly Liveness: {
            readonly status: components["schemas"]["HealthStatus"];
            /**
             * @description Version of the service.
             * @example 1.0.0
             */
            readonly version: string;
            /**
             * @description Version of the lists of domains in use, date and hash; absent while the service starts.
             * @example 2026-11-26.74d21fd656dc
             */
            readonly lists_version?: string;
            /**
             * Format: date-time
             * @description When the health was checked.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly timestamp: string;
            /**
             * @description Seconds since the process started.
             * @example 86400
             */
            readonly uptime_seconds: number;
        };
        /** @description Report of a process that has to be restarted, in the form of an error response. */
        readonly LivenessFailure: components["schemas"]["ErrorResponse"] & components["schemas"]["Liveness"];
        /**
         * @description An OpenAPI 3.0 document.
         * @example {
         *       "openapi": "3.0.3",
         *       "info": {
         *         "title": "mailproof",
         *         "version": "1.0.0"
         *       },
         *       "paths": {}
         *     }
         */
        readonly OpenapiDocument: {
            readonly [key: string]: unknown;
        };
        /** @description The environment and modules of a deployment (temporary). */
        readonly DiagnosticResponse: {
            /**
             * Format: date-time
             * @description When the health was checked.
             * @example 2026-11-21T09:30:00.000Z
             */
            readonly timestamp: string;
            /**
             * @description Version of Node.js.
             * @example v20.20.2
             */
            readonly node_version: string;
            /**
             * @description Operating system platform.
             * @example linux
             */
            readonly platform: string;
            readonly env: components["schemas"]["DiagnosticEnvironment"];
            readonly modules: components["schemas"]["DiagnosticModules"];
        };
        /**
         * @description Result of loading each module, by name: a string on success, an object on failure.
         * @example {
         *       "lmdb": "loaded"
         *     }
         */
        readonly DiagnosticModules: {
            readonly [key: string]: components["schemas"]["DiagnosticModule"];
        };
        /** @description Selected environment variables. */
        readonly DiagnosticEnvironment: {
            readonly NODE_ENV: components["schemas"]["NodeEnvironment"];
            /**
             * @description Value of `PLATFORM`, which operators can set to identify the deployment; empty if unset.
             * @example compose
             */
            readonly PLATFORM?: string;
            /**
             * @description Time zone setting; empty if unset.
             * @example UTC
             */
            readonly TZ?: string;
            /**
             * @description Locale setting; empty if unset.
             * @example C.UTF-8
             */
            readonly LANG?: string;
        };
        /**
         * @description Value of `NODE_ENV`; `unknown` if it is unset or has another value.
         * @example production
         * @enum {string}
         */
        readonly NodeEnvironment: "development" | "production" | "test" | "unknown";
        /**
         * @description The string `loaded` or, if the module could not be loaded, an object with the string `error`, a one-line reason, and
         *     `failed`, which is true.
         * @example loaded
         */
        readonly DiagnosticModule: unknown;
        /**
         * Format: binary
         * @description An HTML page.
         * @example <!doctype html><html lang="en"><title>Reasons</title></html>
         */
        readonly Page: string;
        /** @description The body of every error response. */
        readonly ErrorResponse: {
            /**
             * @description False; present if the status is 429.
             * @example false
             */
            readonly success?: boolean;
            readonly error: components["schemas"]["ErrorContent"];
        };
        /** @description What went wrong, for programs and for people. */
        readonly ErrorContent: {
            /**
             * @description Human-readable explanation of what went wrong and what to change. The wording may change.
             * @example The request has no API key. Send it in the header X-API-Key, or as Authorization: Bearer <key>. POST /v1/accounts/create gives you one.
             */
            readonly message: string;
            /**
             * @description Machine-readable error code. Stable.
             * @example MISSING_API_KEY
             */
            readonly code: string;
            /**
             * Format: uri
             * @description Page that explains the error code. Left out if the request was not well-formed HTTP.
             * @example http://localhost:8080/docs/errors/MISSING_API_KEY
             */
            readonly docs_url?: string;
            readonly details?: components["schemas"]["ErrorDetails"];
            /**
             * @description Seconds until a retry can succeed; equal to the header `Retry-After`. Present if the status is 429, and with 502
             *     and 504 of a verification.
             * @example 42
             */
            readonly retry_after?: number;
            /**
             * @description 429; present if that is the status.
             * @example 429
             */
            readonly statusCode?: number;
            /**
             * @description Requests or addresses that the limiter allows per window; present if the status is 429.
             * @example 60
             */
            readonly limit?: number;
            /**
             * Format: int64
             * @description When the limit resets, as a Unix timestamp in seconds; present if the status is 429.
             * @example 1795253460
             */
            readonly reset?: number;
            /**
             * @description Where to find a larger plan; present on the free plan if the status is 429.
             * @example http://localhost:8080/v1/pricing
             */
            readonly upgrade_url?: string;
        };
        /**
         * @description Facts about an error for programs. Each code has its own; those of all operations are below.
         * @example {
         *       "limit": 1048576
         *     }
         */
        readonly ErrorDetails: {
            /**
             * @description What is wrong with the request; present if `code` is `VALIDATION_ERROR`, `TOO_MANY_EMAILS` or
             *     `WEBHOOK_URL_NOT_ALLOWED` and the error concerns particular fields or parameters.
             */
            readonly problems?: readonly components["schemas"]["Problem"][];
            /**
             * @description The window whose limit was reached; present if the status is 429.
             * @example month
             * @enum {string}
             */
            readonly scope?: "minute" | "hour" | "day" | "month";
            /**
             * @description Addresses used this month; present if the monthly quota was reached.
             * @example 998
             */
            readonly used?: number;
            /**
             * @description Addresses left this month; present if the monthly quota was reached.
             * @example 2
             */
            readonly remaining?: number;
            /**
             * @description Addresses that the request needs; present if the monthly quota was reached.
             * @example 5
             */
            readonly requested?: number;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description One validation problem. */
        readonly Problem: {
            /**
             * @description The field, as a JSON pointer (RFC 6901) such as `/emails/3`, or a slash and the name of a parameter or
             *     header; empty for the body itself.
             * @example /email
             */
            readonly path: string;
            /**
             * @description What is wrong, and what was expected.
             * @example `email` is missing; it must be a string
             */
            readonly message: string;
        };
    };
    responses: {
        /** @description A query parameter is unknown or repeated, or a path parameter is invalid. */
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
                 *         "details": {
                 *           "problems": [
                 *             {
                 *               "path": "/page",
                 *               "message": "unknown parameter `page`. This operation accepts none"
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A query parameter is unknown or repeated, or a path parameter is invalid. */
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
                 *         "details": {
                 *           "problems": [
                 *             {
                 *               "path": "/page",
                 *               "message": "unknown parameter `page`. This operation accepts none"
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A parameter is unknown, repeated or out of range. */
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
                 *         "details": {
                 *           "problems": [
                 *             {
                 *               "path": "/limit",
                 *               "message": "`limit` must be a whole number from 1 to 100"
                 *             }
                 *           ]
                 *         }
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The response identified by `If-None-Match` is still current. */
        readonly NotModified: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly ETag: components["headers"]["ETag"];
                readonly [name: string]: unknown;
            };
            content?: never;
        };
        /** @description The request is invalid. A malformed address in `email` of a verification is not an error. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is invalid, or it has too many addresses. A malformed address in `emails` is not an error. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The API key is missing or invalid. */
        readonly Unauthorized: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The key lacks the scope of the operation (`x-scope`), or may not be used from this network. */
        readonly Forbidden: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The key may not be used for this, from this network or by pages of this origin. */
        readonly ForbiddenInPage: {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The body exceeds the limit of the operation (`x-body-limit`). */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The body is not `application/json`, or it has an unsupported charset or content encoding. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description The account's requests per minute, addresses per month or writes per day are used up, or this client address has
         *     sent too many unknown API keys.
         */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description The account's writes per minute or per day are used up, or this client address has sent too many unknown API
         *     keys.
         */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description The account's requests of senders per minute, or its outcomes of the day, are used up, or this client address has sent too many
         *     unknown API keys.
         */
        readonly SenderLimitReached: {
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description This client address has sent too many unknown API keys within a minute. Valid keys are not affected. */
        readonly UnknownKeyLimitReached: {
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
                 *         "message": "Your IP address is limited to 60 requests with unknown API keys per minute. Try again in 42 s.",
                 *         "code": "RATE_LIMIT_EXCEEDED",
                 *         "statusCode": 429,
                 *         "retry_after": 42,
                 *         "limit": 60,
                 *         "reset": 1795253460,
                 *         "details": {
                 *           "scope": "minute"
                 *         }
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description This client address has used up its public reads of the minute. Other operations are not affected. */
        readonly PublicReadLimitReached: {
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
                 *         "message": "Your IP address is limited to 6000 public reads per minute. Try again in 42 s.",
                 *         "code": "RATE_LIMIT_EXCEEDED",
                 *         "statusCode": 429,
                 *         "retry_after": 42,
                 *         "limit": 6000,
                 *         "reset": 1795253460,
                 *         "details": {
                 *           "scope": "minute"
                 *         }
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Too many accounts were created from this client address within an hour. */
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
                 *         "message": "Your IP address is limited to 20 new accounts per hour. Try again in 1800 s.",
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description An internal error that was not caused by the request. Retrying may not help. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description An internal error that was caused neither by the request nor by a transient DNS or network error. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The verification failed midway. The service does not retry it, and it may have been charged. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The verification timed out. The service does not retry it, and it was not charged. */
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
                 *         "message": "The verification timed out. Nothing was charged; you can try again.",
                 *         "code": "UPSTREAM_TIMEOUT",
                 *         "retry_after": 5
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A data store does not respond. The request had no effect. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description Another request with the same `Idempotency-Key` is still in progress. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description The webhook is disabled, so nothing is sent to it; or another request with the same `Idempotency-Key` is still
         *     in progress.
         */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The `Idempotency-Key` was used for a different request within the last 24 hours. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The account has no such batch. Batches of other accounts are not disclosed. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The account has no such batch. Batches of other accounts are not disclosed. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The batch failed before it had any results. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The batch is still being processed. Try again later. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The batch is still being processed, and `expect` is `ended`. */
        readonly LimitedBatchProcessing: {
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
                 *         "message": "The batch is still being processed. Ask again when its status is `completed`.",
                 *         "code": "BATCH_PROCESSING",
                 *         "details": {
                 *           "processed": 12000,
                 *           "total": 50000
                 *         }
                 *       }
                 *     }
                 */
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The account has no such webhook or delivery. Those of other accounts are not disclosed. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The account has no such webhook or delivery. Those of other accounts are not disclosed. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description The request is invalid, or the URL is not allowed. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A data store does not respond. Nothing was charged. */
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description A data store does not respond. The service does not retry the verification, and it may have been charged. */
        readonly VerificationUnavailable: {
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
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
    };
    parameters: {
        /**
         * @description A unique value for this request, 1 to 255 printable ASCII characters; a random UUID works well. Repeated
         *     requests with the same value are executed once and get the same response for 24 hours.
         * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
         */
        readonly IdempotencyKey: string;
        /**
         * @description The `ETag` of a response that you have cached. If it is still current, the response is 304 without a body.
         * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
         */
        readonly IfNoneMatch: string;
        /**
         * @description The `id` from the response that began the backtest.
         * @example 7f1d3c52-8a4e-5b60-9c7d-1e2f3a4b5c6d
         */
        readonly BacktestId: string;
        /**
         * @description The `batch_id` or `job_id` from the response that accepted the batch or upload.
         * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
         */
        readonly BatchId: string;
        /**
         * @description The `id` of the webhook as returned by `GET /v1/webhooks`.
         * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
         */
        readonly WebhookId: string;
        /**
         * @description Which list.
         * @example deny
         */
        readonly ListName: components["schemas"]["ListName"];
        /**
         * @description The `id` of the delivery as returned by `GET /v1/webhooks/{webhookId}/deliveries`.
         * @example 0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b
         */
        readonly DeliveryId: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Unique ID of this request. Equal to `request_id` in v2 responses. Include it in bug reports.
         * @example 019acb5e-3f0c-7d31-8a55-0f6a6c1d2b3e
         */
        readonly "X-Request-ID": string;
        /**
         * @description `no-store` for account data and health; otherwise how long the response may be cached.
         * @example no-store
         */
        readonly "Cache-Control": string;
        /**
         * @description Identifies the content of the response; unchanged as long as the content is (RFC 9110 section 8.8.3).
         * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
         */
        readonly ETag: string;
        /**
         * @description Requests that the limiter of this operation allows per window. The three rate limit headers are absent if a
         *     request is rejected before its limiter is consulted.
         * @example 60
         */
        readonly "X-RateLimit-Limit": number;
        /**
         * @description Requests left in the current window.
         * @example 59
         */
        readonly "X-RateLimit-Remaining": number;
        /**
         * @description End of the current window, as a Unix timestamp in seconds.
         * @example 1795253460
         */
        readonly "X-RateLimit-Reset": number;
        /**
         * @description Requests that the limiter of this operation allows per window, which it shares with the other verifications. The
         *     three rate limit headers are absent if a request is rejected before its limiter is consulted.
         * @example 60
         */
        readonly "X-Agent-RateLimit-Limit": number;
        /**
         * @description Requests left in the current window.
         * @example 59
         */
        readonly "X-Agent-RateLimit-Remaining": number;
        /**
         * @description End of the current window, as a Unix timestamp in seconds.
         * @example 1795253460
         */
        readonly "X-Agent-RateLimit-Reset": number;
        /**
         * @description `true` if this is the stored response to an earlier request with the same `Idempotency-Key`; absent otherwise.
         * @example true
         */
        readonly "Idempotent-Replayed": "true";
        /**
         * @description Marks the response as a file to save, and suggests its name (RFC 6266).
         * @example attachment; filename="019acb60-2b1c-7c3d-9a4e-5f60718293a4.csv"
         */
        readonly "Content-Disposition": string;
        /**
         * @description Seconds to wait before retrying.
         * @example 42
         */
        readonly "Retry-After": number;
        /**
         * @description Accepted schemes. `ApiKey` stands for the header `X-API-Key`, `Bearer` for the header `Authorization`.
         * @example ApiKey, Bearer realm="mailproof"
         */
        readonly "WWW-Authenticate": string;
        /**
         * @description Trace ID of the request, 32 hex digits; taken from the request header `traceparent` (W3C Trace Context) if
         *     present.
         * @example 4bf92f3577b34da6a3ce929d0e0e4736
         */
        readonly "X-Trace-ID": string;
        /**
         * @description The `X-Parent-ID` of the request, if it was valid.
         * @example signup-4711
         */
        readonly "X-Parent-ID": string;
        /**
         * @description Server processing time in milliseconds.
         * @example 12.34
         */
        readonly "X-Processing-Time-MS": string;
        /**
         * @description Stability of this operation's contract; equal to `stability` in the body.
         * @example beta
         */
        readonly "X-API-Status": components["schemas"]["Stability"];
        /**
         * @description `ignored-plan` if `share_signals` was true but the plan does not include sharing, so that it was treated as
         *     false.
         * @example ignored-plan
         */
        readonly "X-Signal-Sharing": "ignored-plan";
        /**
         * @description Constant that distinguishes a failure of the verification itself from an error of an intermediary proxy.
         * @example mailproof-error
         */
        readonly "x-verify-origin": "mailproof-error";
        /**
         * @description Date since which the operation is deprecated (RFC 9745).
         * @example @1793491200
         */
        readonly Deprecation: string;
        /**
         * @description Date on which the operation will be removed (RFC 8594).
         * @example Mon, 01 Nov 2027 00:00:00 GMT
         */
        readonly Sunset: string;
        /**
         * @description The operation to use instead (RFC 8288).
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
        /** @description The address and the verification options. */
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
            /** @description The verdict. A string that is not an email address also gets one, with `checks.syntax` false. */
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
            readonly 403: components["responses"]["Forbidden"];
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
                 * @description Your own identifier for the operation that this request belongs to. Returned in the response header of the
                 *     same name if it consists of 1 to 128 characters of `A-Z a-z 0-9 . _ : -`; ignored otherwise.
                 * @example signup-4711
                 */
                readonly "X-Parent-ID"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The address to verify. */
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
            /** @description The signals and the recommended decision. A string that is not an email address also gets them. */
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["VerifyLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["VerificationUnavailable"];
        };
    };
    readonly checkEmail: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The address to check. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "email": "jane.doe@gmial.com"
                 *     }
                 */
                readonly "application/json": components["schemas"]["CheckRequest"];
            };
        };
        readonly responses: {
            /** @description What to do about the address. A string that is not an email address also gets a decision. */
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
                    readonly "application/json": components["schemas"]["CheckResult"];
                };
            };
            readonly 400: components["responses"]["LimitedBadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["ForbiddenInPage"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["VerifyLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["VerificationUnavailable"];
        };
    };
    readonly verifyBatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The addresses and the verification options. */
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
            /** @description One result per address, and the number of results per status. */
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
            readonly 403: components["responses"]["Forbidden"];
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
        /** @description The addresses and the verification options. */
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
            /** @description One result per address, and the number of results per status. */
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
            readonly 403: components["responses"]["Forbidden"];
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
                 * @description A unique value for this request, 1 to 255 printable ASCII characters; a random UUID works well. Repeated
                 *     requests with the same value are executed once and get the same response for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The addresses and the verification options. */
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
            /** @description One result per address. */
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
                    readonly "application/json": components["schemas"]["AgentBatchOutcome"];
                };
            };
            /** @description The addresses were accepted and will be verified in the background. */
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
                    readonly "application/json": components["schemas"]["AgentBatchOutcome"];
                };
            };
            /** @description The request is invalid, or it has too many addresses. A malformed address in `emails` is not an error. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description Another request with the same `Idempotency-Key` is still in progress. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body exceeds the limit of the operation (`x-body-limit`). */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not `application/json`, or it has an unsupported charset or content encoding. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The `Idempotency-Key` was used for a different request within the last 24 hours. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /**
             * @description The account's requests per minute or addresses per month are used up, or this client address has sent too
             *     many unknown API keys.
             */
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
                     *         "message": "This request needs 5,000 verifications; 880 of 1,000 remaining for November 2026.",
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description An internal error that was caused neither by the request nor by a transient DNS or network error. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description A data store does not respond. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
        };
    };
    readonly uploadBulk: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value for this request, 1 to 255 printable ASCII characters; a random UUID works well. Repeated
                 *     requests with the same value are executed once and get the same response for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The file and its options. Fields may come before or after the file. */
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
            /** @description The file was accepted and will be verified in the background. */
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
            /** @description The file is missing or repeated, a field is invalid, or the file cannot be read as CSV. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description Another request with the same `Idempotency-Key` is still in progress. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The body is not `multipart/form-data`. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description The `Idempotency-Key` was used for a different request within the last 24 hours. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
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
                 * @description The `job_id` from the response to the upload.
                 * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
                 */
                readonly jobId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The status and progress of the job. */
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
                     *         "valid": 17904,
                     *         "invalid": 1789,
                     *         "unknown": 307,
                     *         "disposable": 421,
                     *         "role": 96,
                     *         "deliverable": 17401,
                     *         "risky": 503,
                     *         "mistyped": 25,
                     *         "distinct": 19877,
                     *         "people": 19850,
                     *         "repeated_people": 112,
                     *         "duplicates": 150,
                     *         "charged": 19570
                     *       },
                     *       "file": {
                     *         "name": "customers.csv",
                     *         "encoding": "utf-8",
                     *         "byte_order_mark": true,
                     *         "delimiter": ";",
                     *         "line_ending": "crlf",
                     *         "header": true,
                     *         "email_column": {
                     *           "number": 2,
                     *           "name": "E-Mail"
                     *         },
                     *         "other_email_columns": [],
                     *         "empty_rows": 3,
                     *         "added_columns": [
                     *           "mp_status",
                     *           "mp_valid",
                     *           "mp_reason",
                     *           "mp_disposable",
                     *           "mp_role",
                     *           "mp_free",
                     *           "mp_did_you_mean",
                     *           "mp_email"
                     *         ],
                     *         "cells": {
                     *           "names": 12,
                     *           "mailto": 0,
                     *           "invisible": 0,
                     *           "quotes": 0,
                     *           "several": 0,
                     *           "further": 0,
                     *           "row_length": 0,
                     *           "empty": 4,
                     *           "other_text": 0
                     *         },
                     *         "remarks": [
                     *           "12 cells have a name or brackets beside the address: only the address was read."
                     *         ]
                     *       },
                     *       "next_step": "Mail the 17,401 rows of `only=deliverable`. Decide about the 503 rows of `only=risky`.",
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["BatchNotFound"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
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
                 * @description The `batch_id` or `job_id` from the response that accepted the batch or upload.
                 * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
                 */
                readonly batchId: components["parameters"]["BatchId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The status and progress of the batch. */
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["BatchNotFound"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly cancelBatch: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Do nothing unless the batch is in this state.
                 * @example in_progress
                 */
                readonly expect?: components["schemas"]["ExpectedBatch"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `batch_id` or `job_id` from the response that accepted the batch or upload.
                 * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
                 */
                readonly batchId: components["parameters"]["BatchId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The batch was cancelled, by this request or an earlier one; or it is deleted. */
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["LimitedBatchNotFound"];
            /** @description The batch has already completed or failed, and `expect` is `in_progress`. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 425: components["responses"]["LimitedBatchProcessing"];
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
                 * @description The `batch_id` or `job_id` from the response that accepted the batch or upload.
                 * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
                 */
                readonly batchId: components["parameters"]["BatchId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The results in input order, and totals. */
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["BatchNotFound"];
            readonly 409: components["responses"]["BatchFailed"];
            readonly 425: components["responses"]["BatchProcessing"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly downloadBatch: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Expiry of the download link, as a Unix timestamp in seconds. Part of `download_url`.
                 * @example 1795339860
                 */
                readonly expires?: number;
                /**
                 * @description Signature of the download link. Part of `download_url`.
                 * @example pVZ0bK1q
                 */
                readonly signature?: string;
                /**
                 * @description Returns only the rows of one kind, with the header and without blank lines. `deliverable`: `mp_status` is
                 *     `valid`, and the address is not risky. `risky`: `mp_status` is `valid`, but the address is disposable, a role
                 *     address, probably mistyped (`mp_did_you_mean`), or of another kind that `/v2/verify` would not allow. `invalid` and `unknown`: the value of
                 *     `mp_status`. Every row with a verdict is of exactly one kind. `unique`: the first row of each person, whatever
                 *     its verdict; addresses that differ only by a tag, or by what their provider ignores, belong to one person.
                 * @example deliverable
                 */
                readonly only?: components["schemas"]["DownloadedRows"];
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `batch_id` or `job_id` from the response that accepted the batch or upload.
                 * @example 019acb60-2b1c-7c3d-9a4e-5f60718293a4
                 */
                readonly batchId: components["parameters"]["BatchId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The uploaded file with verdict columns. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Content-Disposition": components["headers"]["Content-Disposition"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example email,name,mp_status,mp_valid,mp_reason,mp_disposable,mp_role,mp_free,mp_did_you_mean
                     *     jane.doe@gmail.com,Jane,valid,true,,false,false,true,
                     */
                    readonly "text/csv": components["schemas"]["CsvFile"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            /** @description The request has neither an API key nor a download link, or its key is invalid. */
            readonly 401: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["BatchNotFound"];
            readonly 409: components["responses"]["BatchFailed"];
            readonly 425: components["responses"]["BatchProcessing"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
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
            /** @description The new account and its API key. */
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
            /** @description The operator does not let everybody create accounts, or the invitation is not valid. */
            readonly 403: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
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
            /** @description The calling account. */
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly updateAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The settings to change. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "keep_addresses_days": 30
                 *     }
                 */
                readonly "application/json": components["schemas"]["UpdateAccountRequest"];
            };
        };
        readonly responses: {
            /** @description The account after the change. */
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
            readonly 400: components["responses"]["LimitedBadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly requestConfirmation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value for this request, 1 to 255 printable ASCII characters; a random UUID works well. Repeated
                 *     requests with the same value are executed once and get the same response for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What became of the request. */
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
                     *       "status": "requested",
                     *       "message": "A link was sent to the account's address."
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ConfirmationRequested"];
                };
            };
            readonly 400: components["responses"]["LimitedBadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 409: components["responses"]["IdempotencyInProgress"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly generateKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value for this request, 1 to 255 printable ASCII characters; a random UUID works well. Repeated
                 *     requests with the same value are executed once and get the same response for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Options for the key. Without a body, the key has no name and does not expire. */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "web server",
                 *       "expires_in_days": 365,
                 *       "scopes": [
                 *         "verify",
                 *         "bulk"
                 *       ],
                 *       "networks": [
                 *         "203.0.113.0/24"
                 *       ]
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
                     *         "publishable": false,
                     *         "scopes": [
                     *           "verify",
                     *           "bulk"
                     *         ],
                     *         "networks": [
                     *           "203.0.113.0/24"
                     *         ],
                     *         "origins": [],
                     *         "created_at": "2026-11-21T09:31:00.000Z",
                     *         "expires_at": "2027-11-21T09:31:00.000Z",
                     *         "last_used_at": null
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["KeyGenerated"];
                };
            };
            /** @description The request is invalid, or the account already has 10 active keys. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
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
            /** @description The active keys, oldest first. */
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
                     *           "publishable": false,
                     *           "scopes": [
                     *             "verify",
                     *             "bulk",
                     *             "read",
                     *             "webhooks",
                     *             "rules",
                     *             "outcomes",
                     *             "admin"
                     *           ],
                     *           "networks": [],
                     *           "origins": [],
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
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
                 * @description The `id` of the key as returned by `GET /v1/keys`, not the key itself.
                 * @example 019acb5f-0d11-7f6e-8e0a-2c4d6e8f0a1b
                 */
                readonly keyId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The key was revoked, by this request or an earlier one. */
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
            /** @description The key is the account's last active one that may create keys, or the request is invalid. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The account has no such key. Keys of other accounts are not disclosed. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
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
                     *           "header_names": [],
                     *           "certificate_authority": null,
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value for this request, 1 to 255 printable ASCII characters; a random UUID works well. Repeated
                 *     requests with the same value are executed once and get the same response for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The URL and the event subscriptions. */
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
            /** @description The webhook and its signing secret. */
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
                     *         "header_names": [],
                     *         "certificate_authority": null,
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
            readonly 403: components["responses"]["Forbidden"];
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
            /** @description The account's signing secret for per-job webhooks. */
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
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
                 * @description The `id` of the webhook as returned by `GET /v1/webhooks`.
                 * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
                 */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook and its state. */
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
                     *       "header_names": [],
                     *       "certificate_authority": null,
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
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
                 * @description The `id` of the webhook as returned by `GET /v1/webhooks`.
                 * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
                 */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook was deleted. */
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
            readonly 403: components["responses"]["Forbidden"];
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
                 * @description The `id` of the webhook as returned by `GET /v1/webhooks`.
                 * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
                 */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        /** @description The fields to change. */
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
            /** @description The webhook after the change. */
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
                     *       "header_names": [],
                     *       "certificate_authority": null,
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
            readonly 403: components["responses"]["Forbidden"];
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
                 * @description A unique value for this request, 1 to 255 printable ASCII characters; a random UUID works well. Repeated
                 *     requests with the same value are executed once and get the same response for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The `id` of the webhook as returned by `GET /v1/webhooks`.
                 * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
                 */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook and its new signing secret. */
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
                     *         "header_names": [],
                     *         "certificate_authority": null,
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
            readonly 403: components["responses"]["Forbidden"];
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
                 * @description A unique value for this request, 1 to 255 printable ASCII characters; a random UUID works well. Repeated
                 *     requests with the same value are executed once and get the same response for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The `id` of the webhook as returned by `GET /v1/webhooks`.
                 * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
                 */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The test event was queued for delivery. */
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
            readonly 403: components["responses"]["Forbidden"];
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
                 * @description Maximum number of items per page.
                 * @example 20
                 */
                readonly limit?: number;
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example eyJhZnRlciI6MTJ9
                 */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` of the webhook as returned by `GET /v1/webhooks`.
                 * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
                 */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of deliveries, newest first. */
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
                     *               "response": "Internal Server Error",
                     *               "location": null
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["WebhookNotFound"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly replayDeliveries: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value for this request, 1 to 255 printable ASCII characters; a random UUID works well. Repeated
                 *     requests with the same value are executed once and get the same response for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The `id` of the webhook as returned by `GET /v1/webhooks`.
                 * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
                 */
                readonly webhookId: components["parameters"]["WebhookId"];
            };
            readonly cookie?: never;
        };
        /** @description Since when. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "since": "2026-11-21"
                 *     }
                 */
                readonly "application/json": components["schemas"]["ReplayDeliveriesRequest"];
            };
        };
        readonly responses: {
            /** @description The number of deliveries that were queued again. */
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
                     *       "replayed": 12,
                     *       "more": false
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DeliveriesReplayed"];
                };
            };
            readonly 400: components["responses"]["BadWebhookRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 404: components["responses"]["LimitedWebhookNotFound"];
            readonly 409: components["responses"]["WebhookDisabled"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 422: components["responses"]["IdempotencyKeyReused"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly resendDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A unique value for this request, 1 to 255 printable ASCII characters; a random UUID works well. Repeated
                 *     requests with the same value are executed once and get the same response for 24 hours.
                 * @example 5f1c0c3e-7a54-4a0f-9f0e-2f8f5f0a9b1c
                 */
                readonly "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            readonly path: {
                /**
                 * @description The `id` of the webhook as returned by `GET /v1/webhooks`.
                 * @example wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091
                 */
                readonly webhookId: components["parameters"]["WebhookId"];
                /**
                 * @description The `id` of the delivery as returned by `GET /v1/webhooks/{webhookId}/deliveries`.
                 * @example 0b6f7a3c-5d1e-5f20-8a4b-6c7d8e9f0a1b
                 */
                readonly deliveryId: components["parameters"]["DeliveryId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery, queued for another attempt. */
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
                     *           "response": "Internal Server Error",
                     *           "location": null
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Delivery"];
                };
            };
            readonly 400: components["responses"]["LimitedBadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
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
                 * @description The `ETag` of a response that you have cached. If it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Size, hit rate and coverage of the public pool. */
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
            readonly 429: components["responses"]["PublicReadLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPoolLeaderboard: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The calendar period to cover, in UTC.
                 * @example monthly
                 */
                readonly period?: components["schemas"]["LeaderboardPeriod"];
                /**
                 * @description Maximum number of items per page.
                 * @example 10
                 */
                readonly limit?: number;
            };
            readonly header?: {
                /**
                 * @description The `ETag` of a response that you have cached. If it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The contributors, in order of rank. */
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
                     *           "counted_contributions": 1204,
                     *           "unique_contributions": 873,
                     *           "credits_earned": 1950,
                     *           "badge": "silver",
                     *           "level": "Silver"
                     *         },
                     *         {
                     *           "rank": 2,
                     *           "contributor_id": "c_b07d5516e2c94fa3180d",
                     *           "contributions": 1204,
                     *           "counted_contributions": 1204,
                     *           "unique_contributions": 640,
                     *           "credits_earned": 1711,
                     *           "badge": "gold",
                     *           "level": "Gold"
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PoolLeaderboard"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadPoolQuery"];
            readonly 429: components["responses"]["PublicReadLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPoolActivity: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of items to return.
                 * @example 50
                 */
                readonly limit?: number;
            };
            readonly header?: {
                /**
                 * @description The `ETag` of a response that you have cached. If it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The events and a summary of them. */
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
            readonly 429: components["responses"]["PublicReadLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPoolContributions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The calendar period to cover, in UTC.
                 * @example month
                 */
                readonly period?: components["schemas"]["ContributionPeriod"];
                /**
                 * @description Page number, starting at 1.
                 * @example 1
                 */
                readonly page?: number;
                /**
                 * @description Maximum number of contributions per page.
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
            /** @description A page of contributions, and totals for the whole period. */
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
                     *         "counted_contributions": 18,
                     *         "unique_contributions": 17,
                     *         "total_credits": 34,
                     *         "current_badge": "bronze"
                     *       },
                     *       "contributions": [
                     *         {
                     *           "timestamp": "2026-11-21T09:29:58.123Z",
                     *           "email_hash": "7d1c0b9f6c2e4a85b3f01d92ae67c458d3b5f0a1628e9c74bd50f3a2e1c86790",
                     *           "credits_earned": 2,
                     *           "counted": true,
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPoolRank: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The calendar period, in UTC, that `rank` and `contributions` refer to.
                 * @example monthly
                 */
                readonly period?: components["schemas"]["LeaderboardPeriod"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rank and level of the account. */
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPoolHistory: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description First UTC day, `yyyy-mm-dd`. Default: 29 days before `to`.
                 * @example 2026-11-26
                 */
                readonly from?: string;
                /**
                 * @description Last UTC day, `yyyy-mm-dd`. Default: today, up to now.
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
            /** @description One JSON object per line; empty if there are no contributions. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {"day":"2026-11-20","contributor_id":"c_4f1a09c2d7be63588e10","contributions":12,"counted_contributions":11,"unique_contributions":9,"credits_earned":21,"verdicts":{"valid":10,"invalid":2},"level":"Bronze"}
                     *     {"day":"2026-11-21","contributor_id":"c_4f1a09c2d7be63588e10","contributions":3,"counted_contributions":3,"unique_contributions":3,"credits_earned":6,"verdicts":{"valid":3,"invalid":0},"level":"Bronze"}
                     */
                    readonly "application/x-ndjson": components["schemas"]["PoolHistory"];
                };
            };
            /** @description A date is invalid, `from` is later than `to`, or a parameter is unknown or repeated. */
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
                     *         "details": {
                     *           "problems": [
                     *             {
                     *               "path": "/from",
                     *               "message": "`from` must be a date such as 2026-11-21"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
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
            /** @description The usage and the limits of the account. */
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listAuditEntries: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Start: a time, or a UTC date. Default: when the account was created.
                 * @example 2026-11-01
                 */
                readonly from?: string;
                /**
                 * @description End, exclusive: a time, or a UTC date, with its whole day. Default: now.
                 * @example 2026-11-21
                 */
                readonly to?: string;
                /**
                 * @description Only entries of this kind.
                 * @example key_created
                 */
                readonly kind?: components["schemas"]["AuditKind"];
                /**
                 * @description Only what was done with the API key that has this `id`.
                 * @example 019acb5f-0d11-7f6e-8e0a-2c4d6e8f0a1b
                 */
                readonly key?: string;
                /**
                 * @description Maximum number of items per page.
                 * @example 20
                 */
                readonly limit?: number;
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example eyJhZnRlciI6MTJ9
                 */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of entries, newest first. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "entries": [
                     *         {
                     *           "id": "5b4a9c1e-20f7-5c36-8d9e-0a1b2c3d4e5f",
                     *           "at": "2026-11-21T09:30:00.000Z",
                     *           "kind": "webhook_disabled",
                     *           "actor": "system",
                     *           "key": null,
                     *           "request_id": "019ae48e-7111-7a41-8c3e-5d2c41e073c0",
                     *           "subject": "wh_019acb61-7c1f-5d2e-8a3b-4c5d6e7f8091",
                     *           "detail": "failing"
                     *         },
                     *         {
                     *           "id": "0c1d2e3f-4a5b-5c6d-8e7f-8091a2b3c4d5",
                     *           "at": "2026-11-20T15:00:00.000Z",
                     *           "kind": "key_created",
                     *           "actor": "account",
                     *           "key": "019acb5f-0d11-7f6e-8e0a-2c4d6e8f0a1b",
                     *           "request_id": "019ae48e-7111-7a41-8c3e-5d2c41e073bf",
                     *           "subject": "019acb60-2b1c-7c3d-9a4e-5f60718293a4",
                     *           "detail": "mpk_AbCd…: verify, read"
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["AuditEntryList"];
                };
            };
            /** @description A parameter is not allowed, the range is reversed, or the cursor is of another list. */
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
                     *         "message": "`from` must be before `to`.",
                     *         "code": "VALIDATION_ERROR",
                     *         "details": {
                     *           "problems": [
                     *             {
                     *               "path": "/from",
                     *               "message": "`from` must be before `to`"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getVerdicts: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Start: a time, or a date in the time zone. Default: 24 hours, 30 days or 12 months before the end.
                 * @example 2026-11-01
                 */
                readonly from?: string;
                /**
                 * @description End, exclusive: a time, or a date in the time zone, with its whole day. Default: now.
                 * @example 2026-11-21
                 */
                readonly to?: string;
                /**
                 * @description Length of a period. The range has at most 744 hours, 366 days or 120 months.
                 * @example day
                 */
                readonly interval?: components["schemas"]["VerdictInterval"];
                /**
                 * @description Dimension to break down by. `reason` is the reason that decides.
                 * @example reason
                 */
                readonly by?: components["schemas"]["VerdictDimension"];
                /**
                 * @description Maximum number of values in a breakdown, the most frequent of the range.
                 * @example 10
                 */
                readonly limit?: number;
                /**
                 * @description Time zone of days, months and dates, by its name in the IANA database.
                 * @example Europe/Berlin
                 */
                readonly timezone?: string;
                /**
                 * @description Only verdicts of `POST /v1/verify`, of `POST /v2/verify`, of synchronous batches (`call`), or of jobs (`batch`).
                 * @example v1
                 */
                readonly api?: components["schemas"]["VerdictApi"];
                /**
                 * @description Format of the response. Default: CSV if the header `Accept` prefers `text/csv`, otherwise JSON.
                 * @example json
                 */
                readonly format?: components["schemas"]["VerdictFormat"];
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The counts. As CSV, one row per period, or per period and value with `by`. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "interval": "day",
                     *       "timezone": "UTC",
                     *       "by": "reason",
                     *       "range": {
                     *         "start": "2026-11-21T00:00:00.000Z",
                     *         "end": "2026-11-22T00:00:00.000Z",
                     *         "counts": {
                     *           "total": 3,
                     *           "status": {
                     *             "valid": 2,
                     *             "invalid": 1,
                     *             "unknown": 0
                     *           },
                     *           "decision": {
                     *             "allow": 1,
                     *             "review": 1,
                     *             "deny": 1,
                     *             "unknown": 0
                     *           },
                     *           "disposable": 0,
                     *           "role": 1,
                     *           "free": 2,
                     *           "typo": 0,
                     *           "typo_unknown": 0,
                     *           "pooled": 0
                     *         },
                     *         "breakdown": {
                     *           "values": [
                     *             {
                     *               "value": "deliverable",
                     *               "count": 1
                     *             },
                     *             {
                     *               "value": "null_mx",
                     *               "count": 1
                     *             },
                     *             {
                     *               "value": "role_account",
                     *               "count": 1
                     *             }
                     *           ],
                     *           "none": 0,
                     *           "unknown": 0,
                     *           "other": 0
                     *         }
                     *       },
                     *       "previous": {
                     *         "start": "2026-11-20T00:00:00.000Z",
                     *         "end": "2026-11-21T00:00:00.000Z",
                     *         "counts": {
                     *           "total": 3,
                     *           "status": {
                     *             "valid": 2,
                     *             "invalid": 1,
                     *             "unknown": 0
                     *           },
                     *           "decision": {
                     *             "allow": 1,
                     *             "review": 1,
                     *             "deny": 1,
                     *             "unknown": 0
                     *           },
                     *           "disposable": 0,
                     *           "role": 1,
                     *           "free": 2,
                     *           "typo": 0,
                     *           "typo_unknown": 0,
                     *           "pooled": 0
                     *         }
                     *       },
                     *       "periods": [
                     *         {
                     *           "start": "2026-11-21T00:00:00.000Z",
                     *           "end": "2026-11-22T00:00:00.000Z",
                     *           "counts": {
                     *             "total": 3,
                     *             "status": {
                     *               "valid": 2,
                     *               "invalid": 1,
                     *               "unknown": 0
                     *             },
                     *             "decision": {
                     *               "allow": 1,
                     *               "review": 1,
                     *               "deny": 1,
                     *               "unknown": 0
                     *             },
                     *             "disposable": 0,
                     *             "role": 1,
                     *             "free": 2,
                     *             "typo": 0,
                     *             "typo_unknown": 0,
                     *             "pooled": 0
                     *           },
                     *           "breakdown": {
                     *             "values": [
                     *               {
                     *                 "value": "deliverable",
                     *                 "count": 1
                     *               },
                     *               {
                     *                 "value": "null_mx",
                     *                 "count": 1
                     *               },
                     *               {
                     *                 "value": "role_account",
                     *                 "count": 1
                     *               }
                     *             ],
                     *             "none": 0,
                     *             "unknown": 0,
                     *             "other": 0
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Verdicts"];
                    /**
                     * @example start,end,value,count
                     *     2026-11-21T00:00:00.000Z,2026-11-22T00:00:00.000Z,deliverable,1
                     */
                    readonly "text/csv": components["schemas"]["VerdictsCsv"];
                };
            };
            /** @description A parameter is not allowed, or the range is reversed, in the future or too long. */
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
                     *         "message": "`from` must be before `to`.",
                     *         "code": "VALIDATION_ERROR",
                     *         "details": {
                     *           "problems": [
                     *             {
                     *               "path": "/from",
                     *               "message": "`from` must be before `to`"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listDecisions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Start: a time, or a UTC date. At most 366 days before the end. Default: 30 days before it.
                 * @example 2026-11-01
                 */
                readonly from?: string;
                /**
                 * @description End, exclusive: a time, or a UTC date, with its whole day. Default: now.
                 * @example 2026-11-21
                 */
                readonly to?: string;
                /**
                 * @description Only this decision.
                 * @example deny
                 */
                readonly decision?: components["schemas"]["DecisionFilter"];
                /**
                 * @description Only decisions with this reason of v2, whether or not it decides.
                 * @example disposable
                 */
                readonly reason?: string;
                /**
                 * @description Only decisions that this rule made, by its name; `allow_list` and `deny_list` for those lists.
                 * @example no disposables at night
                 */
                readonly rule?: string;
                /**
                 * @description Only addresses of this domain, without its subdomains.
                 * @example example.net
                 */
                readonly domain?: string;
                /**
                 * @description Only the request with this `X-Request-ID`.
                 * @example 019ae48e-7111-7a41-8c3e-5d2c41e073c0
                 */
                readonly request_id?: string;
                /**
                 * @description Maximum number of items per page.
                 * @example 20
                 */
                readonly limit?: number;
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example eyJhZnRlciI6MTJ9
                 */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of decisions, newest first. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "decisions": [
                     *         {
                     *           "id": "5b4a9c1e-20f7-5c36-8d9e-0a1b2c3d4e5f",
                     *           "at": "2026-11-21T09:30:00.000Z",
                     *           "request_id": "019ae48e-7111-7a41-8c3e-5d2c41e073c0",
                     *           "api": "v1",
                     *           "row": null,
                     *           "key": "c8e21",
                     *           "domain": "gmial.com",
                     *           "address": "j***e@gmial.com",
                     *           "status": "valid",
                     *           "reason": null,
                     *           "decision": "deny",
                     *           "reasons": [
                     *             "disposable",
                     *             "probable_typo"
                     *           ],
                     *           "route": "implicit",
                     *           "suggestion": "gmail.com",
                     *           "provider": null,
                     *           "disposable": true,
                     *           "role": false,
                     *           "free": false,
                     *           "lists": "2026-12-02.3fa91c04d2b7",
                     *           "action": "allow",
                     *           "rule": "partner",
                     *           "rules_version": 3,
                     *           "today": {
                     *             "decision": "deny",
                     *             "reasons": [
                     *               "disposable",
                     *               "probable_typo"
                     *             ],
                     *             "lists": "2026-12-09.81ce00fe2a7d"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DecisionList"];
                };
            };
            /** @description A parameter is not allowed, the range is reversed, in the future or too long, or the cursor is of another list. */
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
                     *         "message": "`from` must be before `to`.",
                     *         "code": "VALIDATION_ERROR",
                     *         "details": {
                     *           "problems": [
                     *             {
                     *               "path": "/from",
                     *               "message": "`from` must be before `to`"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly exportVerifications: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Start: a time, or a UTC date. At most 366 days before the end. Default: 30 days before it.
                 * @example 2026-11-01
                 */
                readonly from?: string;
                /**
                 * @description End, exclusive: a time, or a UTC date, with its whole day. Default: now.
                 * @example 2026-11-21
                 */
                readonly to?: string;
                /**
                 * @description Format of the rows.
                 * @example csv
                 */
                readonly format?: components["schemas"]["ExportFormat"];
                /**
                 * @description The `row_position` of a row of the same `from` and `to`. Omit it to begin with the first row.
                 * @example eyJhZnRlciI6MTJ9
                 */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description One row per line; without rows, empty, or only the header of CSV. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example {"row_position":"ZTNi…","occurred_at":"2026-11-21T09:30:00.000Z","request_id":"019ae48e-7111-7a41-8c3e-5d2c41e073c0","api":"v1","api_key":"c8e21","batch_id":null,"batch_row":null,"address_hash":"2a7f04c19be","email_domain":"gmial.com","provider":null,"status":"valid","v1_reason":null,"decision":"deny","deciding_reason":"disposable","reasons":["disposable","probable_typo"],"route":"implicit","is_disposable":true,"is_role":false,"is_free":false,"is_mistyped":true,"suggested_domain":"gmail.com","is_pooled":false,"duration_ms":38,"lists_version":"2026-12-02.3fa91c04d2b7","mailbox_result":null,"mailbox_code":null,"mailbox_enhanced_code":null,"is_mailbox_final":null,"rule_name":null,"rule_action":null} */
                    readonly "application/x-ndjson": components["schemas"]["VerificationLines"];
                    /**
                     * @example row_position,occurred_at,request_id,api,api_key,batch_id,batch_row,address_hash,email_domain,provider,status,v1_reason,decision,deciding_reason,reasons,route,is_disposable,is_role,is_free,is_mistyped,suggested_domain,is_pooled,duration_ms,lists_version,mailbox_result,mailbox_code,mailbox_enhanced_code,is_mailbox_final,rule_name,rule_action
                     *     ZTNi…,2026-11-21 09:30:00.000,019ae48e-7111-7a41-8c3e-5d2c41e073c0,v1,c8e21,,,2a7f04c19be,gmial.com,,valid,,deny,disposable,disposable probable_typo,implicit,true,false,false,true,gmail.com,false,38,2026-12-02.3fa91c04d2b7,,,,,,
                     */
                    readonly "text/csv": components["schemas"]["CsvFile"];
                };
            };
            /** @description A parameter is not allowed, the range is reversed, in the future or too long, or the cursor is of another export. */
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
                     *         "message": "`from` must be before `to`.",
                     *         "code": "VALIDATION_ERROR",
                     *         "details": {
                     *           "problems": [
                     *             {
                     *               "path": "/from",
                     *               "message": "`from` must be before `to`"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly searchDecisions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The address, and what else must match. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "email": "jane@gmial.com"
                 *     }
                 */
                readonly "application/json": components["schemas"]["SearchDecisionsRequest"];
            };
        };
        readonly responses: {
            /** @description A page of decisions, newest first. */
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
                     *       "decisions": [
                     *         {
                     *           "id": "5b4a9c1e-20f7-5c36-8d9e-0a1b2c3d4e5f",
                     *           "at": "2026-11-21T09:30:00.000Z",
                     *           "request_id": "019ae48e-7111-7a41-8c3e-5d2c41e073c0",
                     *           "api": "v1",
                     *           "row": null,
                     *           "key": "c8e21",
                     *           "domain": "gmial.com",
                     *           "address": "j***e@gmial.com",
                     *           "status": "valid",
                     *           "reason": null,
                     *           "decision": "deny",
                     *           "reasons": [
                     *             "disposable",
                     *             "probable_typo"
                     *           ],
                     *           "route": "implicit",
                     *           "suggestion": "gmail.com",
                     *           "provider": null,
                     *           "disposable": true,
                     *           "role": false,
                     *           "free": false,
                     *           "lists": "2026-12-02.3fa91c04d2b7",
                     *           "action": "allow",
                     *           "rule": "partner",
                     *           "rules_version": 3,
                     *           "today": {
                     *             "decision": "deny",
                     *             "reasons": [
                     *               "disposable",
                     *               "probable_typo"
                     *             ],
                     *             "lists": "2026-12-09.81ce00fe2a7d"
                     *           }
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["DecisionList"];
                };
            };
            /** @description The request is invalid, the range is reversed, in the future or too long, or the cursor is of another list. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly getRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The live rules and the draft. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "live": {
                     *         "version": 3,
                     *         "since": "2026-11-21T09:30:00.000Z",
                     *         "rules": [
                     *           {
                     *             "name": "no disposables at night",
                     *             "when": {
                     *               "all": [
                     *                 {
                     *                   "fact": "reasons",
                     *                   "op": "contains",
                     *                   "value": "disposable"
                     *                 },
                     *                 {
                     *                   "fact": "hour",
                     *                   "op": "lt",
                     *                   "value": 6
                     *                 }
                     *               ]
                     *             },
                     *             "action": "deny",
                     *             "message": "Please use an address that you will keep."
                     *           }
                     *         ],
                     *         "warnings": []
                     *       },
                     *       "draft": {
                     *         "updated_at": "2026-11-22T10:00:00.000Z",
                     *         "rules": [
                     *           {
                     *             "name": "partner",
                     *             "when": {
                     *               "fact": "domain",
                     *               "op": "under",
                     *               "value": "example.com"
                     *             },
                     *             "action": "allow"
                     *           },
                     *           {
                     *             "name": "no disposables at night",
                     *             "when": {
                     *               "all": [
                     *                 {
                     *                   "fact": "reasons",
                     *                   "op": "contains",
                     *                   "value": "disposable"
                     *                 },
                     *                 {
                     *                   "fact": "hour",
                     *                   "op": "lt",
                     *                   "value": 6
                     *                 }
                     *               ]
                     *             },
                     *             "action": "deny",
                     *             "message": "Please use an address that you will keep."
                     *           }
                     *         ],
                     *         "warnings": []
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["AccountRules"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly putRulesDraft: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The whole set of rules, in order. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "rules": [
                 *         {
                 *           "name": "no disposables at night",
                 *           "when": {
                 *             "all": [
                 *               {
                 *                 "fact": "reasons",
                 *                 "op": "contains",
                 *                 "value": "disposable"
                 *               },
                 *               {
                 *                 "fact": "hour",
                 *                 "op": "lt",
                 *                 "value": 6
                 *               }
                 *             ]
                 *           },
                 *           "action": "deny",
                 *           "message": "Please use an address that you will keep."
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["RulesDraftRequest"];
            };
        };
        readonly responses: {
            /** @description The draft in its normal form, with warnings. */
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
                     *       "updated_at": "2026-11-22T10:00:00.000Z",
                     *       "rules": [
                     *         {
                     *           "name": "partner",
                     *           "when": {
                     *             "fact": "domain",
                     *             "op": "under",
                     *             "value": "example.com"
                     *           },
                     *           "action": "allow"
                     *         },
                     *         {
                     *           "name": "no disposables at night",
                     *           "when": {
                     *             "all": [
                     *               {
                     *                 "fact": "reasons",
                     *                 "op": "contains",
                     *                 "value": "disposable"
                     *               },
                     *               {
                     *                 "fact": "hour",
                     *                 "op": "lt",
                     *                 "value": 6
                     *               }
                     *             ]
                     *           },
                     *           "action": "deny",
                     *           "message": "Please use an address that you will keep."
                     *         }
                     *       ],
                     *       "warnings": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RulesDraft"];
                };
            };
            /** @description The body is not valid, or a rule is not; up to 20 problems are listed. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly activateRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The version that must be live, and the draft that is meant, for accounts whose rules several people change. */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "live_version": 2,
                 *       "draft_updated_at": "2026-11-22T10:00:00.000Z"
                 *     }
                 */
                readonly "application/json": components["schemas"]["ActivateRulesRequest"];
            };
        };
        readonly responses: {
            /** @description The rules that are live now. */
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
                     *       "version": 3,
                     *       "since": "2026-11-21T09:30:00.000Z",
                     *       "rules": [
                     *         {
                     *           "name": "no disposables at night",
                     *           "when": {
                     *             "all": [
                     *               {
                     *                 "fact": "reasons",
                     *                 "op": "contains",
                     *                 "value": "disposable"
                     *               },
                     *               {
                     *                 "fact": "hour",
                     *                 "op": "lt",
                     *                 "value": 6
                     *               }
                     *             ]
                     *           },
                     *           "action": "deny",
                     *           "message": "Please use an address that you will keep."
                     *         }
                     *       ],
                     *       "warnings": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["LiveRules"];
                };
            };
            readonly 400: components["responses"]["LimitedBadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description There is no draft, or the live version or the draft is another than the request says. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly rollbackRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The version. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "version": 2
                 *     }
                 */
                readonly "application/json": components["schemas"]["RollbackRulesRequest"];
            };
        };
        readonly responses: {
            /** @description The rules that are live now. */
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
                     *       "version": 3,
                     *       "since": "2026-11-21T09:30:00.000Z",
                     *       "rules": [
                     *         {
                     *           "name": "no disposables at night",
                     *           "when": {
                     *             "all": [
                     *               {
                     *                 "fact": "reasons",
                     *                 "op": "contains",
                     *                 "value": "disposable"
                     *               },
                     *               {
                     *                 "fact": "hour",
                     *                 "op": "lt",
                     *                 "value": 6
                     *               }
                     *             ]
                     *           },
                     *           "action": "deny",
                     *           "message": "Please use an address that you will keep."
                     *         }
                     *       ],
                     *       "warnings": []
                     *     }
                     */
                    readonly "application/json": components["schemas"]["LiveRules"];
                };
            };
            readonly 400: components["responses"]["LimitedBadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The account has no such version of its rules. */
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
                     *         "message": "There is no such version of the rules.",
                     *         "code": "NOT_FOUND"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly listRulesVersions: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of items per page.
                 * @example 20
                 */
                readonly limit?: number;
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example eyJhZnRlciI6MTJ9
                 */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of versions, newest first. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "versions": [
                     *         {
                     *           "version": 3,
                     *           "activated_at": "2026-11-21T09:30:00.000Z",
                     *           "rules": 2,
                     *           "live": true
                     *         },
                     *         {
                     *           "version": 2,
                     *           "activated_at": "2026-11-20T15:00:00.000Z",
                     *           "rules": 1,
                     *           "live": false
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RulesVersionList"];
                };
            };
            /** @description A parameter is not allowed, or the cursor is of another list. */
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
                     *         "message": "`cursor` is not a cursor of this list.",
                     *         "code": "VALIDATION_ERROR",
                     *         "details": {
                     *           "problems": [
                     *             {
                     *               "path": "/cursor",
                     *               "message": "`cursor` is not a cursor of this list"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getRulesVersion: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Counts from 1, in the order of activation.
                 * @example 2
                 */
                readonly rulesVersion: number;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description What was activated. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": 2,
                     *       "activated_at": "2026-11-20T15:00:00.000Z",
                     *       "rules": [
                     *         {
                     *           "name": "no disposables at night",
                     *           "when": {
                     *             "all": [
                     *               {
                     *                 "fact": "reasons",
                     *                 "op": "contains",
                     *                 "value": "disposable"
                     *               },
                     *               {
                     *                 "fact": "hour",
                     *                 "op": "lt",
                     *                 "value": 6
                     *               }
                     *             ]
                     *           },
                     *           "action": "deny",
                     *           "message": "Please use an address that you will keep."
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RulesVersionRules"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The account has no such version of its rules. */
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
                     *         "message": "There is no such version of the rules.",
                     *         "code": "NOT_FOUND"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly compareRules: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The version before. Default: the live one.
                 * @example 2
                 */
                readonly from?: number;
                /**
                 * @description The version after. Default: the draft or, if there is none, the live one.
                 * @example 3
                 */
                readonly to?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The differences, in the order of the version after; then what was removed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": 2,
                     *       "to": 3,
                     *       "changes": [
                     *         {
                     *           "change": "added",
                     *           "rule": "no disposables at night",
                     *           "place_before": null,
                     *           "place_after": 1,
                     *           "after": {
                     *             "name": "no disposables at night",
                     *             "when": {
                     *               "all": [
                     *                 {
                     *                   "fact": "reasons",
                     *                   "op": "contains",
                     *                   "value": "disposable"
                     *                 },
                     *                 {
                     *                   "fact": "hour",
                     *                   "op": "lt",
                     *                   "value": 6
                     *                 }
                     *               ]
                     *             },
                     *             "action": "deny",
                     *             "message": "Please use an address that you will keep."
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["RulesComparison"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The account has no such version of its rules. */
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
                     *         "message": "There is no such version of the rules.",
                     *         "code": "NOT_FOUND"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listBacktests: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of items per page.
                 * @example 20
                 */
                readonly limit?: number;
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example eyJhZnRlciI6MTJ9
                 */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of backtests, newest first. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "backtests": [
                     *         {
                     *           "id": "7f1d3c52-8a4e-5b60-9c7d-1e2f3a4b5c6d",
                     *           "status": "completed",
                     *           "rules_version": null,
                     *           "from": "2026-11-01T00:00:00.000Z",
                     *           "to": "2026-11-21T00:00:00.000Z",
                     *           "lists": "then",
                     *           "created_at": "2026-11-21T09:30:00.000Z",
                     *           "ended_at": "2026-11-21T09:30:04.000Z",
                     *           "processed": 120000,
                     *           "total": 120000,
                     *           "changed": 412,
                     *           "undecided": 0,
                     *           "unrecorded": 0,
                     *           "error": null
                     *         }
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["BacktestList"];
                };
            };
            /** @description A parameter is not allowed, or the cursor is of another list. */
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
                     *         "message": "`cursor` is not a cursor of this list.",
                     *         "code": "VALIDATION_ERROR",
                     *         "details": {
                     *           "problems": [
                     *             {
                     *               "path": "/cursor",
                     *               "message": "`cursor` is not a cursor of this list"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly createBacktest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description Which rules, and which period. Default: the draft, and the last 30 days. */
        readonly requestBody?: {
            readonly content: {
                /**
                 * @example {
                 *       "rules": "live",
                 *       "from": "2026-11-01",
                 *       "to": "2026-11-20"
                 *     }
                 */
                readonly "application/json": components["schemas"]["CreateBacktestRequest"];
            };
        };
        readonly responses: {
            /** @description The backtest, which has begun. */
            readonly 202: {
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
                     *       "id": "7f1d3c52-8a4e-5b60-9c7d-1e2f3a4b5c6d",
                     *       "status": "pending",
                     *       "rules_version": 3,
                     *       "from": "2026-11-01T00:00:00.000Z",
                     *       "to": "2026-11-21T00:00:00.000Z",
                     *       "lists": "then",
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "ended_at": null,
                     *       "processed": 0,
                     *       "total": 120000,
                     *       "changed": 0,
                     *       "undecided": 0,
                     *       "unrecorded": 0,
                     *       "error": null,
                     *       "result": {
                     *         "decisions": [],
                     *         "reasons": [],
                     *         "days": [],
                     *         "rules": [],
                     *         "outcomes": {
                     *           "before": {
                     *             "good_allowed": 0,
                     *             "good_reviewed": 0,
                     *             "good_denied": 0,
                     *             "bad_allowed": 0,
                     *             "bad_reviewed": 0,
                     *             "bad_denied": 0
                     *           },
                     *           "after": {
                     *             "good_allowed": 0,
                     *             "good_reviewed": 0,
                     *             "good_denied": 0,
                     *             "bad_allowed": 0,
                     *             "bad_reviewed": 0,
                     *             "bad_denied": 0
                     *           }
                     *         },
                     *         "examples": []
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Backtest"];
                };
            };
            /** @description The period is reversed, in the future or longer than 366 days, or the request is invalid. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The account has no such version of its rules. */
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
                     *         "message": "There is no such version of the rules.",
                     *         "code": "NOT_FOUND"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            /** @description There is no draft. */
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
                     *         "message": "There is no draft. Write one with PUT /v1/rules/draft first.",
                     *         "code": "NO_DRAFT"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly getBacktest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` from the response that began the backtest.
                 * @example 7f1d3c52-8a4e-5b60-9c7d-1e2f3a4b5c6d
                 */
                readonly backtestId: components["parameters"]["BacktestId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The backtest, with its result so far. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "7f1d3c52-8a4e-5b60-9c7d-1e2f3a4b5c6d",
                     *       "status": "completed",
                     *       "rules_version": null,
                     *       "from": "2026-11-01T00:00:00.000Z",
                     *       "to": "2026-11-21T00:00:00.000Z",
                     *       "lists": "then",
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "ended_at": "2026-11-21T09:30:04.000Z",
                     *       "processed": 120000,
                     *       "total": 120000,
                     *       "changed": 412,
                     *       "undecided": 0,
                     *       "unrecorded": 0,
                     *       "error": null,
                     *       "result": {
                     *         "decisions": [
                     *           {
                     *             "before": "allow",
                     *             "after": "allow",
                     *             "verifications": 110000
                     *           },
                     *           {
                     *             "before": "allow",
                     *             "after": "deny",
                     *             "verifications": 412
                     *           },
                     *           {
                     *             "before": "deny",
                     *             "after": "deny",
                     *             "verifications": 9588
                     *           }
                     *         ],
                     *         "reasons": [
                     *           {
                     *             "reason": "deliverable",
                     *             "decisions": [
                     *               {
                     *                 "before": "allow",
                     *                 "after": "allow",
                     *                 "verifications": 110000
                     *               },
                     *               {
                     *                 "before": "allow",
                     *                 "after": "deny",
                     *                 "verifications": 412
                     *               },
                     *               {
                     *                 "before": "deny",
                     *                 "after": "deny",
                     *                 "verifications": 9588
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "days": [
                     *           {
                     *             "day": "2026-11-20",
                     *             "decisions": [
                     *               {
                     *                 "before": "allow",
                     *                 "after": "allow",
                     *                 "verifications": 110000
                     *               },
                     *               {
                     *                 "before": "allow",
                     *                 "after": "deny",
                     *                 "verifications": 412
                     *               },
                     *               {
                     *                 "before": "deny",
                     *                 "after": "deny",
                     *                 "verifications": 9588
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "rules": [
                     *           {
                     *             "rule": "no disposables at night",
                     *             "decisions": [
                     *               {
                     *                 "before": "allow",
                     *                 "after": "deny",
                     *                 "verifications": 412
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "outcomes": {
                     *           "before": {
                     *             "good_allowed": 900,
                     *             "good_reviewed": 0,
                     *             "good_denied": 2,
                     *             "bad_allowed": 31,
                     *             "bad_reviewed": 0,
                     *             "bad_denied": 4
                     *           },
                     *           "after": {
                     *             "good_allowed": 889,
                     *             "good_reviewed": 0,
                     *             "good_denied": 13,
                     *             "bad_allowed": 6,
                     *             "bad_reviewed": 0,
                     *             "bad_denied": 29
                     *           }
                     *         },
                     *         "examples": [
                     *           {
                     *             "at": "2026-11-20T02:11:09.120Z",
                     *             "before": "allow",
                     *             "after": "deny",
                     *             "rule_before": null,
                     *             "rule_after": "no disposables at night",
                     *             "domain": "example.net",
                     *             "reasons": [
                     *               "deliverable"
                     *             ],
                     *             "request_id": "019ae48e-7111-7a41-8c3e-5d2c41e073c0",
                     *             "batch_id": null,
                     *             "row": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Backtest"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The account has no such backtest. */
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
                     *         "message": "There is no such backtest.",
                     *         "code": "NOT_FOUND"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly cancelBacktest: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The `id` from the response that began the backtest.
                 * @example 7f1d3c52-8a4e-5b60-9c7d-1e2f3a4b5c6d
                 */
                readonly backtestId: components["parameters"]["BacktestId"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The backtest, which has ended. */
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
                     *       "id": "7f1d3c52-8a4e-5b60-9c7d-1e2f3a4b5c6d",
                     *       "status": "completed",
                     *       "rules_version": null,
                     *       "from": "2026-11-01T00:00:00.000Z",
                     *       "to": "2026-11-21T00:00:00.000Z",
                     *       "lists": "then",
                     *       "created_at": "2026-11-21T09:30:00.000Z",
                     *       "ended_at": "2026-11-21T09:30:04.000Z",
                     *       "processed": 120000,
                     *       "total": 120000,
                     *       "changed": 412,
                     *       "undecided": 0,
                     *       "unrecorded": 0,
                     *       "error": null,
                     *       "result": {
                     *         "decisions": [
                     *           {
                     *             "before": "allow",
                     *             "after": "allow",
                     *             "verifications": 110000
                     *           },
                     *           {
                     *             "before": "allow",
                     *             "after": "deny",
                     *             "verifications": 412
                     *           },
                     *           {
                     *             "before": "deny",
                     *             "after": "deny",
                     *             "verifications": 9588
                     *           }
                     *         ],
                     *         "reasons": [
                     *           {
                     *             "reason": "deliverable",
                     *             "decisions": [
                     *               {
                     *                 "before": "allow",
                     *                 "after": "allow",
                     *                 "verifications": 110000
                     *               },
                     *               {
                     *                 "before": "allow",
                     *                 "after": "deny",
                     *                 "verifications": 412
                     *               },
                     *               {
                     *                 "before": "deny",
                     *                 "after": "deny",
                     *                 "verifications": 9588
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "days": [
                     *           {
                     *             "day": "2026-11-20",
                     *             "decisions": [
                     *               {
                     *                 "before": "allow",
                     *                 "after": "allow",
                     *                 "verifications": 110000
                     *               },
                     *               {
                     *                 "before": "allow",
                     *                 "after": "deny",
                     *                 "verifications": 412
                     *               },
                     *               {
                     *                 "before": "deny",
                     *                 "after": "deny",
                     *                 "verifications": 9588
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "rules": [
                     *           {
                     *             "rule": "no disposables at night",
                     *             "decisions": [
                     *               {
                     *                 "before": "allow",
                     *                 "after": "deny",
                     *                 "verifications": 412
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "outcomes": {
                     *           "before": {
                     *             "good_allowed": 900,
                     *             "good_reviewed": 0,
                     *             "good_denied": 2,
                     *             "bad_allowed": 31,
                     *             "bad_reviewed": 0,
                     *             "bad_denied": 4
                     *           },
                     *           "after": {
                     *             "good_allowed": 889,
                     *             "good_reviewed": 0,
                     *             "good_denied": 13,
                     *             "bad_allowed": 6,
                     *             "bad_reviewed": 0,
                     *             "bad_denied": 29
                     *           }
                     *         },
                     *         "examples": [
                     *           {
                     *             "at": "2026-11-20T02:11:09.120Z",
                     *             "before": "allow",
                     *             "after": "deny",
                     *             "rule_before": null,
                     *             "rule_after": "no disposables at night",
                     *             "domain": "example.net",
                     *             "reasons": [
                     *               "deliverable"
                     *             ],
                     *             "request_id": "019ae48e-7111-7a41-8c3e-5d2c41e073c0",
                     *             "batch_id": null,
                     *             "row": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Backtest"];
                };
            };
            readonly 400: components["responses"]["LimitedBadQuery"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            /** @description The account has no such backtest. */
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
                     *         "message": "There is no such backtest.",
                     *         "code": "NOT_FOUND"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly getList: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Maximum number of items per page.
                 * @example 100
                 */
                readonly limit?: number;
                /**
                 * @description The `next_cursor` of the previous page. Omit it to get the first page.
                 * @example eyJhZnRlciI6MTJ9
                 */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path: {
                /**
                 * @description Which list.
                 * @example deny
                 */
                readonly listName: components["parameters"]["ListName"];
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The list, with a page of its domains. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "list": "deny",
                     *       "domains": 2,
                     *       "addresses": 1,
                     *       "updated_at": "2026-11-21T09:30:00.000Z",
                     *       "entries": [
                     *         "*.example.net",
                     *         "example.com"
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["AccountList"];
                };
            };
            /** @description A parameter is not allowed, or the cursor is of another list. */
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
                     *         "message": "`cursor` is not a cursor of this list.",
                     *         "code": "VALIDATION_ERROR",
                     *         "details": {
                     *           "problems": [
                     *             {
                     *               "path": "/cursor",
                     *               "message": "`cursor` is not a cursor of this list"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly putList: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description Which list.
                 * @example deny
                 */
                readonly listName: components["parameters"]["ListName"];
            };
            readonly cookie?: never;
        };
        /** @description All entries of the list. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "entries": [
                 *         "example.com",
                 *         "*.example.net",
                 *         "mallory@example.org"
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["PutListRequest"];
            };
        };
        readonly responses: {
            /** @description The list, with the first page of its domains. */
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
                     *       "list": "deny",
                     *       "domains": 2,
                     *       "addresses": 1,
                     *       "updated_at": "2026-11-21T09:30:00.000Z",
                     *       "entries": [
                     *         "*.example.net",
                     *         "example.com"
                     *       ],
                     *       "next_cursor": null
                     *     }
                     */
                    readonly "application/json": components["schemas"]["AccountList"];
                };
            };
            readonly 400: components["responses"]["LimitedBadRequest"];
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly recordOutcomes: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /** @description The outcomes. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "outcomes": [
                 *         {
                 *           "email": "jane@example.com",
                 *           "outcome": "confirmed"
                 *         },
                 *         {
                 *           "request_id": "019ae48e-7111-7a41-8c3e-5d2c41e073c0",
                 *           "outcome": "bounced",
                 *           "bounce_type": "hard",
                 *           "at": "2026-11-21T09:30:00Z"
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": components["schemas"]["RecordOutcomesRequest"];
                /**
                 * @example email,outcome,bounce_type,at
                 *     jane@example.com,confirmed,,
                 *     joe@example.com,bounced,hard,2026-11-21T09:30:00Z
                 */
                readonly "text/csv": string;
            };
        };
        readonly responses: {
            /** @description What was new. Verifications and `GET /v1/outcomes/quality` see it from now on. */
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
                     *       "received": 2,
                     *       "recorded": 2,
                     *       "repeated": 0,
                     *       "unknown": 0,
                     *       "unmatched": 1
                     *     }
                     */
                    readonly "application/json": components["schemas"]["OutcomesReceived"];
                };
            };
            /** @description The request is invalid, or an outcome names no address, is in the future or more than two years old. Nothing was recorded. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["WriteLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly recordSenderEvents: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /**
                 * @description The service that sends the events.
                 * @example postmark
                 */
                readonly sender: components["schemas"]["SenderName"];
            };
            readonly cookie?: never;
        };
        /** @description The events, as the sender documents them. */
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "RecordType": "Bounce",
                 *       "Type": "HardBounce",
                 *       "Email": "joe@example.com",
                 *       "BouncedAt": "2026-11-21T09:30:00Z"
                 *     }
                 */
                readonly "application/json": components["schemas"]["SenderEvents"];
                readonly "text/plain": string;
            };
        };
        readonly responses: {
            /** @description What was new. Verifications and `GET /v1/outcomes/quality` see it from now on. */
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
                     *       "received": 1,
                     *       "recorded": 1,
                     *       "repeated": 0,
                     *       "ignored": 0,
                     *       "unreadable": 0,
                     *       "unmatched": 0
                     *     }
                     */
                    readonly "application/json": components["schemas"]["SenderEventsReceived"];
                };
            };
            /** @description The sender is unknown, a parameter is not allowed, or the body is no JSON. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 413: components["responses"]["LimitedPayloadTooLarge"];
            readonly 415: components["responses"]["LimitedUnsupportedMediaType"];
            readonly 429: components["responses"]["SenderLimitReached"];
            readonly 500: components["responses"]["LimitedInternalError"];
            readonly 503: components["responses"]["LimitedServiceUnavailable"];
        };
    };
    readonly getOutcomeQuality: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description First UTC month. Default: eleven months before the last.
                 * @example 2026-01
                 */
                readonly from?: string;
                /**
                 * @description Last UTC month; at most 120 months. Default: the current one.
                 * @example 2026-11
                 */
                readonly to?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The counts of the whole range, and of each of its months that has any. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-01",
                     *       "to": "2026-11",
                     *       "total": {
                     *         "good": 41,
                     *         "bad": 4,
                     *         "decisions": [
                     *           {
                     *             "decision": "allow",
                     *             "good": 39,
                     *             "bad": 1,
                     *             "precision": 0.025,
                     *             "recall": 0.25
                     *           },
                     *           {
                     *             "decision": "review",
                     *             "good": 2,
                     *             "bad": 2,
                     *             "precision": 0.5,
                     *             "recall": 0.5
                     *           },
                     *           {
                     *             "decision": "deny",
                     *             "good": 0,
                     *             "bad": 1,
                     *             "precision": 1,
                     *             "recall": 0.25
                     *           },
                     *           {
                     *             "decision": "unknown",
                     *             "good": 0,
                     *             "bad": 0,
                     *             "precision": null,
                     *             "recall": 0
                     *           }
                     *         ],
                     *         "reasons": [
                     *           {
                     *             "reason": "deliverable",
                     *             "good": 39,
                     *             "bad": 1,
                     *             "precision": 0.025,
                     *             "recall": 0.25
                     *           },
                     *           {
                     *             "reason": "role_account",
                     *             "good": 2,
                     *             "bad": 2,
                     *             "precision": 0.5,
                     *             "recall": 0.5
                     *           },
                     *           {
                     *             "reason": "disposable",
                     *             "good": 0,
                     *             "bad": 1,
                     *             "precision": 1,
                     *             "recall": 0.25
                     *           }
                     *         ],
                     *         "rules": [
                     *           {
                     *             "rule": "free at night",
                     *             "action": "review",
                     *             "good": 2,
                     *             "bad": 2,
                     *             "precision": 0.5,
                     *             "recall": 0.5
                     *           }
                     *         ],
                     *         "outcomes": {
                     *           "confirmed": 30,
                     *           "delivered": 41,
                     *           "engaged": 12,
                     *           "complained": 1,
                     *           "bounced_hard": 3,
                     *           "bounced_soft": 2
                     *         },
                     *         "unmatched": 3,
                     *         "contradictions": 1
                     *       },
                     *       "months": [
                     *         {
                     *           "month": "2026-11",
                     *           "good": 41,
                     *           "bad": 4,
                     *           "decisions": [
                     *             {
                     *               "decision": "allow",
                     *               "good": 39,
                     *               "bad": 1,
                     *               "precision": 0.025,
                     *               "recall": 0.25
                     *             },
                     *             {
                     *               "decision": "review",
                     *               "good": 2,
                     *               "bad": 2,
                     *               "precision": 0.5,
                     *               "recall": 0.5
                     *             },
                     *             {
                     *               "decision": "deny",
                     *               "good": 0,
                     *               "bad": 1,
                     *               "precision": 1,
                     *               "recall": 0.25
                     *             },
                     *             {
                     *               "decision": "unknown",
                     *               "good": 0,
                     *               "bad": 0,
                     *               "precision": null,
                     *               "recall": 0
                     *             }
                     *           ],
                     *           "reasons": [
                     *             {
                     *               "reason": "deliverable",
                     *               "good": 39,
                     *               "bad": 1,
                     *               "precision": 0.025,
                     *               "recall": 0.25
                     *             },
                     *             {
                     *               "reason": "role_account",
                     *               "good": 2,
                     *               "bad": 2,
                     *               "precision": 0.5,
                     *               "recall": 0.5
                     *             },
                     *             {
                     *               "reason": "disposable",
                     *               "good": 0,
                     *               "bad": 1,
                     *               "precision": 1,
                     *               "recall": 0.25
                     *             }
                     *           ],
                     *           "rules": [
                     *             {
                     *               "rule": "free at night",
                     *               "action": "review",
                     *               "good": 2,
                     *               "bad": 2,
                     *               "precision": 0.5,
                     *               "recall": 0.5
                     *             }
                     *           ],
                     *           "outcomes": {
                     *             "confirmed": 30,
                     *             "delivered": 41,
                     *             "engaged": 12,
                     *             "complained": 1,
                     *             "bounced_hard": 3,
                     *             "bounced_soft": 2
                     *           },
                     *           "unmatched": 3,
                     *           "contradictions": 1
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": components["schemas"]["OutcomeQuality"];
                };
            };
            /** @description A parameter is not allowed, or the range is reversed, in the future or too long. */
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
                     *         "message": "`from` must not be after `to`.",
                     *         "code": "VALIDATION_ERROR",
                     *         "details": {
                     *           "problems": [
                     *             {
                     *               "path": "/from",
                     *               "message": "`from` must not be after `to`"
                     *             }
                     *           ]
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 401: components["responses"]["Unauthorized"];
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly getPricing: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of a response that you have cached. If it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
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
                    readonly ETag: components["headers"]["ETag"];
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
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadQuery"];
            readonly 429: components["responses"]["PublicReadLimitReached"];
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
            /** @description The service works, possibly degraded. */
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
                     *         },
                     *         "log_check": {
                     *           "status": "ok",
                     *           "checked_at": "2026-11-20T03:12:45.118Z"
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 500: components["responses"]["InternalError"];
            /** @description A data store does not respond, so the service cannot work. */
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
            /**
             * @description The client of a data store gets no answers, although the store answers new clients and the client was
             *     replaced. The process is about to end, so that its supervisor starts it again.
             */
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
                     *       "error": {
                     *         "message": "The client of a store hangs; the process is ending and has to be started again.",
                     *         "code": "SERVICE_UNAVAILABLE"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["LivenessFailure"];
                };
            };
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
            /** @description The service works, possibly degraded. */
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
                     *         },
                     *         "log_check": {
                     *           "status": "ok",
                     *           "checked_at": "2026-11-20T03:12:45.118Z"
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Health"];
                };
            };
            readonly 400: components["responses"]["BadQuery"];
            readonly 500: components["responses"]["InternalError"];
            /** @description A data store does not respond, so the service cannot work. */
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
            readonly header?: {
                /**
                 * @description The `ETag` of a response that you have cached. If it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The OpenAPI 3.0 document. */
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
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadQuery"];
            readonly 429: components["responses"]["PublicReadLimitReached"];
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
            /** @description The result of loading each module. */
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
            readonly 403: components["responses"]["Forbidden"];
            readonly 429: components["responses"]["UnknownKeyLimitReached"];
            readonly 500: components["responses"]["InternalError"];
            readonly 503: components["responses"]["ServiceUnavailable"];
        };
    };
    readonly listReasons: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of a response that you have cached. If it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
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
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><html lang="en"><title>Reasons</title></html> */
                    readonly "text/html": components["schemas"]["Page"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadQuery"];
            readonly 429: components["responses"]["PublicReadLimitReached"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
    readonly getReason: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description The `ETag` of a response that you have cached. If it is still current, the response is 304 without a body.
                 * @example "n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg"
                 */
                readonly "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            readonly path: {
                /**
                 * @description The `docs_slug` of the reason.
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
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /** @example <!doctype html><html lang="en"><title>plus_addressing</title></html> */
                    readonly "text/html": components["schemas"]["Page"];
                };
            };
            readonly 304: components["responses"]["NotModified"];
            readonly 400: components["responses"]["BadQuery"];
            /** @description There is no reason with this slug. */
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
                    readonly "application/json": components["schemas"]["ErrorResponse"];
                };
            };
            readonly 429: components["responses"]["PublicReadLimitReached"];
            readonly 500: components["responses"]["InternalError"];
        };
    };
}
