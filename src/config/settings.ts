// Every setting: its name, format, default and meaning.
import { z } from 'zod'
import { mailboxChecks, perAccount, perClient } from '../kernel/limits.js'
import {
  backupInterval,
  bucketUrl,
  connectionString,
  hostName,
  httpUrl,
  listSource,
  origins,
  ownAddresses,
  proxies,
  secretKey,
  senderAddress,
  servers,
  smtpServer,
  socksProxy,
  streamPrefix,
  subnets,
  wholeNumber,
} from './values.js'

/** Prefix of the streams in KurrentDB, unless KURRENTDB_STREAM_PREFIX is set. */
export const DEFAULT_STREAM_PREFIX = 'mailproof_'

export interface Setting {
  readonly schema: z.ZodType
  readonly meaning: string
  readonly example: string
  readonly default?: string
  /** Never printed. */
  readonly secret?: true
}

/** All settings. An invalid value stops the start. */
export const SETTINGS = {
  HOST: {
    schema: z.string().min(1, 'is empty'),
    default: '127.0.0.1',
    meaning: 'address to listen on',
    example: '0.0.0.0',
  },
  PORT: { schema: wholeNumber(0, 65_535), default: '8080', meaning: 'port to listen on', example: '8080' },
  BASE_URL: {
    schema: httpUrl,
    meaning:
      'public base URL, used in links; if it or HOST is a loopback address, requests to other domains are refused (default: http://localhost:PORT)',
    example: 'https://verify.example.org',
  },
  DATA_DIR: {
    schema: z.string().min(1, 'is empty'),
    default: './data',
    meaning: 'directory of the embedded stores and secret.key',
    example: '/var/lib/mailproof',
  },
  SECRET_KEY: {
    schema: secretKey,
    secret: true,
    meaning: 'root encryption key, 32 bytes in base64 (default: DATA_DIR/secret.key, created on first start)',
    example: 'the output of: openssl rand -base64 32',
  },
  SECRET_KEY_PREVIOUS: {
    schema: secretKey,
    secret: true,
    meaning: 'the key that SECRET_KEY replaces, until `mailproof secret rotate` has ended',
    example: 'the former value of SECRET_KEY',
  },
  BACKUP_DIR: {
    schema: z.string().min(1, 'is empty'),
    meaning:
      'directory of backups, as `mailproof backup` writes them; their age is in /health/ready and in the metrics',
    example: '/var/backups/mailproof',
  },
  BACKUP_EVERY: {
    schema: backupInterval,
    meaning:
      'interval at which the service makes a backup to BACKUP_DIR (default: only `mailproof backup`, from cron for example)',
    example: '1h',
  },
  ARCHIVE_DIR: {
    schema: z.string().min(1, 'is empty'),
    meaning:
      'directory of the segment files that `mailproof archive run` moves old months of an embedded log to; they are a part of the log (default: DATA_DIR/archive)',
    example: '/var/lib/mailproof-archive',
  },
  ARCHIVE_BUCKET: {
    schema: bucketUrl,
    meaning:
      'bucket that `mailproof archive run` uploads segment files to, with a prefix if it is shared; ARCHIVE_DIR then has copies of those that were read last',
    example: 'https://s3.eu-central-1.amazonaws.com/backups/mailproof',
  },
  ARCHIVE_BUCKET_REGION: {
    schema: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be the name of a region, such as eu-central-1'),
    meaning:
      "region of ARCHIVE_BUCKET (default: that of the host's name if it is one of AWS, Cloudflare or Backblaze, else us-east-1)",
    example: 'eu-central-1',
  },
  ARCHIVE_BUCKET_KEY_ID: {
    schema: z.string().regex(/^[!-~]{1,128}$/, 'must be an access key id'),
    secret: true,
    meaning: 'access key of ARCHIVE_BUCKET, which may read and write objects',
    example: 'AKIAIOSFODNN7EXAMPLE',
  },
  ARCHIVE_BUCKET_SECRET: {
    schema: z.string().min(1, 'is empty'),
    secret: true,
    meaning: 'secret of ARCHIVE_BUCKET_KEY_ID',
    example: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  },
  ARCHIVE_CACHE_MB: {
    schema: wholeNumber(64, 10_000_000),
    default: '1024',
    meaning: 'megabytes of segment files that are in ARCHIVE_BUCKET and stay in ARCHIVE_DIR',
    example: '10240',
  },
  ARCHIVE_AFTER_DAYS: {
    schema: wholeNumber(31, 36_500),
    default: '90',
    meaning: 'how many days after its end a month is moved to the archive by `mailproof archive run`',
    example: '365',
  },
  ROLE: {
    schema: z.enum(['all', 'api', 'worker'], 'must be one of: all, api, worker'),
    default: 'all',
    meaning: 'api serves requests, worker does the background work (read models, batches, webhooks), all does both',
    example: 'worker',
  },
  MONGODB_URL: {
    schema: connectionString(/^mongodb(\+srv)?:\/\/./, 'mongodb:// or mongodb+srv://'),
    secret: true,
    meaning:
      'MongoDB for documents, jobs, uploads and keys, shared by many processes (default: embedded in DATA_DIR, one process)',
    example: 'mongodb://mongo:27017/mailproof?replicaSet=rs0',
  },
  KURRENTDB_URL: {
    schema: connectionString(
      /^(kurrentdb|kurrent|kdb|esdb)(\+discover)?:\/\/./,
      'kurrentdb:// or kurrentdb+discover://',
    ),
    secret: true,
    meaning:
      'KurrentDB for the event log; needs MONGODB_URL (default: in DATA_DIR, shared by the processes of one machine)',
    example: 'kurrentdb://kurrentdb:2113?tls=false',
  },
  KURRENTDB_STREAM_PREFIX: {
    schema: streamPrefix,
    meaning: `prefix of the service's streams, which lets several programs share a KurrentDB; cannot change once the log exists (default: ${DEFAULT_STREAM_PREFIX}, or none for a log created by a release without prefixes)`,
    example: 'staging_',
  },
  DNS_SERVERS: {
    schema: servers,
    meaning: "name servers, as IP addresses with optional ports: address[:port],… (default: the system's)",
    example: '9.9.9.9,[2620:fe::fe]:53',
  },
  DNS_TIMEOUT_MS: {
    schema: wholeNumber(50, 60_000),
    default: '2000',
    meaning: 'timeout for one DNS lookup, including retries (ms)',
    example: '2000',
  },
  VERIFY_DEADLINE_MS: {
    schema: wholeNumber(50, 120_000),
    default: '5000',
    meaning: 'timeout for the verification of one address (ms)',
    example: '5000',
  },
  MAILBOX_CHECKS: {
    schema: z.enum(['off', 'on'], 'must be one of: off, on'),
    default: 'off',
    meaning:
      'whether mail servers are asked if a mailbox exists, where a caller wants that; `mailproof mailbox selftest` says what the installation needs for it',
    example: 'on',
  },
  MAILBOX_EHLO_NAME: {
    schema: hostName,
    meaning: 'name of this installation in EHLO; has to lead to the address that it connects from, and back',
    example: 'verify.example.org',
  },
  MAILBOX_MAIL_FROM: {
    schema: senderAddress,
    meaning: 'address in MAIL FROM (default: none, like a delivery report)',
    example: 'postmaster@verify.example.org',
  },
  MAILBOX_SOURCE_ADDRESS: {
    schema: ownAddresses,
    meaning:
      "own address that mail servers are connected from: IPv4, IPv6 or both, separated by a comma (default: the system's choice)",
    example: '192.0.2.25',
  },
  MAILBOX_PROXY: {
    schema: socksProxy,
    secret: true,
    meaning: 'SOCKS5 proxy that mail servers are connected through',
    example: 'socks5://10.1.0.3:1080',
  },
  MAILBOX_PORT: {
    schema: wholeNumber(1, 65_535),
    default: '25',
    meaning: 'port of mail servers; another one is only for tests',
    example: '25',
  },
  MAILBOX_ALLOWED_SUBNETS: {
    schema: subnets,
    meaning: 'private subnets whose mail servers may be asked',
    example: '10.1.0.0/16',
  },
  MAILBOX_CONNECTIONS: {
    schema: wholeNumber(1, 100),
    default: String(mailboxChecks.operator.connections),
    meaning: 'connections to one mail operator, or one network, at the same time',
    example: '2',
  },
  MAILBOX_RECIPIENTS_PER_MINUTE: {
    schema: wholeNumber(2, 10_000),
    default: String(mailboxChecks.operator.recipientsPerMinute),
    meaning:
      'addresses that one mail operator, or one network, is asked about per minute; most questions take two of them. Larger figures get an installation blocked',
    example: '30',
  },
  MAILBOX_CHECKS_PER_DAY: {
    schema: wholeNumber(1, 100_000_000),
    default: String(mailboxChecks.perDay.installation),
    meaning: 'mailboxes that the installation asks about per day',
    example: '200000',
  },
  MAILBOX_ACCOUNT_CHECKS_PER_DAY: {
    schema: wholeNumber(1, 100_000_000),
    default: String(mailboxChecks.perDay.account),
    meaning: 'mailboxes that one account asks about per day',
    example: '20000',
  },
  LISTS_UPDATE_HOURS: {
    schema: wholeNumber(1, 8_760),
    meaning:
      'interval at which newer lists of domains are fetched from LISTS_SOURCE (default: only by `mailproof lists update`)',
    example: '24',
  },
  LISTS_SOURCE: {
    schema: listSource,
    default: 'https://registry.npmjs.org',
    meaning:
      'where newer lists of domains come from: an npm registry, a list file (URL that ends in .txt or .gz, or path), or a folder of npm packages; only one that is set may be at a private address',
    example: 'https://npm.example.org/registry',
  },
  LISTS_ALLOW_FILE: {
    schema: z.string().min(1, 'is empty'),
    meaning:
      'file of domains, *.wildcards and mx:hosts whose addresses are accepted whatever the lists say; read again when it changes',
    example: '/etc/mailproof/allow.txt',
  },
  LISTS_DENY_FILE: {
    schema: z.string().min(1, 'is empty'),
    meaning: 'the same for addresses that are refused',
    example: '/etc/mailproof/deny.txt',
  },
  LOG_CHECK_DAYS: {
    schema: wholeNumber(0, 3_650),
    default: '30',
    meaning: 'interval at which the whole event log is read and checked in the background (days; 0: never)',
    example: '30',
  },
  REGISTRATION: {
    schema: z.enum(['open', 'closed', 'invite'], 'must be one of: open, closed, invite'),
    default: 'open',
    meaning:
      'who may create an account over the API: anybody (open), nobody (closed), or who has a code of `mailproof accounts invite` (invite); `mailproof accounts create` always works',
    example: 'invite',
  },
  SMTP_URL: {
    schema: smtpServer,
    secret: true,
    meaning:
      'mail server that mail to owners of accounts is submitted to: smtps:// with TLS, smtp:// with STARTTLS, which a password requires (default: no mail is sent, and addresses are not confirmed)',
    example: 'smtps://user:password@mail.example.org:465',
  },
  SMTP_FROM: {
    schema: senderAddress,
    meaning: 'sender of mail to owners of accounts; must be set if SMTP_URL is set',
    example: 'mailproof@example.org',
  },
  ADMIN_TOKEN: {
    schema: z.string().min(24, 'must have at least 24 characters'),
    secret: true,
    meaning:
      'password of the page /admin, which shows the accounts by use, those near their limits, and what does not work (default: no such page)',
    example: 'the output of: openssl rand -base64 32',
  },
  ACCOUNT_CREATIONS_PER_HOUR: {
    schema: wholeNumber(1, 1_000_000),
    default: String(perClient.accountCreations.perHour),
    meaning: 'accounts that one client address may create per hour (IPv6: per /64, and five times as many per /48)',
    example: '20',
  },
  ANONYMOUS_REQUESTS_PER_MINUTE: {
    schema: wholeNumber(1, 10_000_000),
    default: String(perClient.anonymous.perMinute),
    meaning:
      'GraphQL requests and WebSockets without a valid key, per client address and minute (IPv6: per /64, and five times as many per /48); public reads are limited to ten times as many. A key allows as many GraphQL requests, or the requests of its plan if those are more',
    example: '600',
  },
  MAX_CONNECTIONS: {
    schema: wholeNumber(10, 1_000_000),
    default: String(perClient.connections.max),
    meaning: 'maximum number of open client connections; lower if the file descriptor limit requires it',
    example: '50000',
  },
  WRITES_PER_MINUTE: {
    schema: wholeNumber(1, 1_000_000),
    default: String(perAccount.writes.perMinute),
    meaning: 'uncharged changes (keys, webhooks, webhook tests, batch cancellations) per account and minute',
    example: '60',
  },
  WRITES_PER_DAY: {
    schema: wholeNumber(1, 100_000_000),
    default: String(perAccount.writes.perDay),
    meaning: 'uncharged changes per account and day',
    example: '1000',
  },
  TRUST_PROXY: {
    schema: proxies,
    meaning: "proxies in front of the service: their number or their subnets (Express's `trust proxy`)",
    example: '1',
  },
  CORS_ORIGINS: {
    schema: origins,
    meaning: 'origins allowed to call authenticated routes (CORS)',
    example: 'https://app.example.org',
  },
  WEBHOOK_ALLOWED_SUBNETS: {
    schema: subnets,
    meaning: 'private subnets that webhooks are allowed to reach, at the ports that they may call anywhere',
    example: '10.1.0.0/16,fd00:1::/64',
  },
  POOL_MIN_CONTRIBUTORS: {
    schema: wholeNumber(1, 200),
    default: '3',
    meaning:
      'minimum number of accounts that must share an address before the signal pool answers lookups of it; below 3, any key can find out whether a single other account shared an address, so set 1 only if all accounts belong to one organisation',
    example: '3',
  },
  POOL_CONTRIBUTOR_MIN_DAYS: {
    schema: wholeNumber(0, 3_650),
    default: '30',
    meaning:
      "days since an account's first contribution before its further ones count towards that number and in public figures about addresses and domains, so that nobody makes three accounts for the purpose; 0 counts every contribution, for installations whose operator knows every paid account; without effect if POOL_MIN_CONTRIBUTORS is 1",
    example: '30',
  },
  POOL_DOMAIN_MIN_ADDRESSES: {
    schema: wholeNumber(1, 1_000_000),
    default: '5',
    meaning: "minimum number of addresses of a domain before the pool's public statistics name it",
    example: '5',
  },
  POOL_DOMAIN_MIN_CONTRIBUTORS: {
    schema: wholeNumber(1, 200),
    default: '3',
    meaning: 'minimum number of accounts that these addresses must come from',
    example: '3',
  },
  FILES_DAYS: {
    schema: wholeNumber(2, 3_650),
    default: '30',
    meaning:
      'days for which uploads, and the addresses of batches, are kept, and until the batch has ended; results cannot be downloaded later',
    example: '30',
  },
  DELIVERIES_DAYS: {
    schema: wholeNumber(7, 3_650),
    default: '30',
    meaning:
      'days for which deliveries to webhooks, and what they sent, are kept; a change is for deliveries to come. Less than a week would lose those that are still tried, or could be replayed',
    example: '14',
  },
  LOG_LEVEL: {
    schema: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be one of: debug, info, warn, error, silent'),
    default: 'info',
    meaning: 'minimum log level',
    example: 'warn',
  },
  METRICS_PORT: {
    schema: wholeNumber(0, 65_535),
    meaning: 'port of HOST that serves /metrics for Prometheus (default: not served)',
    example: '9464',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: httpUrl.refine((text) => new URL(text).username === '', 'must not contain a user name'),
    secret: true,
    meaning: 'collector that request traces are exported to, over OTLP/HTTP (default: no traces)',
    example: 'http://collector:4318',
  },
  NODE_ENV: { schema: z.string(), meaning: 'reported by /v1/diagnostic/modules', example: 'production' },
  PLATFORM: {
    schema: z.string(),
    meaning: 'hosting platform, reported by /v1/diagnostic/modules',
    example: 'fly.io',
  },
  TZ: { schema: z.string(), meaning: 'reported by /v1/diagnostic/modules', example: 'UTC' },
  LANG: { schema: z.string(), meaning: 'reported by /v1/diagnostic/modules', example: 'C.UTF-8' },
} as const satisfies { readonly [name: string]: Setting }

export type Name = keyof typeof SETTINGS
type Output<N extends Name> = z.output<(typeof SETTINGS)[N]['schema']>
type Defaulted = { [N in Name]: (typeof SETTINGS)[N] extends { default: string } ? N : never }[Name]
export type Values = { readonly [N in Defaulted]: Output<N> } & {
  readonly [N in Exclude<Name, Defaulted>]: Output<N> | undefined
}

/** Secrets that can be read from a file, whose path is the value of NAME_FILE. */
export const FROM_FILE: readonly Name[] = [
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'MONGODB_URL',
  'KURRENTDB_URL',
  'ARCHIVE_BUCKET_KEY_ID',
  'ARCHIVE_BUCKET_SECRET',
  'SMTP_URL',
  'ADMIN_TOKEN',
]
