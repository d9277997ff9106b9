// Every limit that docs/security.md promises. The code that enforces a limit takes its figures from here, and so does the
// document: `npm run generate` writes them into scripts/generate/limits.md, and refuses a figure that no row there states.
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.js'

const KIB = 1_024
const MIB = 1_024 * KIB

/**
 * Windows of the rate limits: their names begin the limiter's keys and label the metric of refusals, so that no account or
 * client address becomes a label.
 */
export const WINDOWS = [
  'verify',
  'sandbox',
  'anonymous',
  'create',
  'read',
  'key',
  'uncharged',
  'list_entries',
  'mailbox',
  'mailbox_all',
  'publishable',
  'visitor',
  'outcomes',
  'backtests',
  'confirmation',
  ...(
    [
      'graphql',
      'mcp',
      'as_of',
      'write',
      'sender_events',
      'batch_jobs',
      'batch_rows',
      'batch_bytes',
      'batch_refusals',
    ] as const
  ).flatMap((name) => [name, `sandbox_${name}`] as const),
] as const
export type WindowName = (typeof WINDOWS)[number]

/** The limiter's key of a window. @param subject the account, or the client address or site */
export const windowKey = (name: WindowName, subject: string): string => `${name}:${subject}`

export const perAccount = {
  /** Defaults of settings. */
  writes: { perMinute: 60, perDay: 1_000 },
  /** A result that notifies webhooks weighs as much as the events of its deliveries. */
  uncharged: { minPerDay: 10_000, notifiedWeight: 10 },
  /**
   * On every plan, enough for the largest file that the contract allows and for twice the monthly quota in one day. The
   * quota does not bound this, because cancelled, unknown and repeated rows cost nothing.
   */
  batches: { minPerDay: 1_000, monthlyDivisor: 10 },
  batchRows: { minPerDay: 1_000_000, perMonthlyAddress: 2, debugWeight: 10 },
  /** Of uploaded files and the rows extracted from them. */
  batchBytes: { minPerDay: 256 * MIB, perMonthlyAddress: 2 * KIB },
  sandboxBatches: { perDay: 1_000, rowsPerDay: 100_000, bytesPerDay: 64 * MIB },
  /** Most mail has several: delivered, opened, clicked. */
  outcomes: { minPerDay: 10_000, perMonthlyAddress: 2, perRequest: 1_000 },
  /** Some send a request for each event. */
  senderRequests: { minPerMinute: 600 },
  /** Batches that are refused after their rows were read cost as much work as those that are accepted. */
  batchRefusals: { perMinute: 10 },
  /** A single GraphQL operation may ask for thirty points in time. */
  asOf: { perMinute: 60, permits: 2, queue: { maxWaitingPerKey: 30, maxWaiting: 300, timeoutMs: 10_000 } },
  /** Live, sandbox and publishable keys are counted separately. */
  activeKeys: { max: 10 },
  /**
   * All publishable keys of an account together: everybody can read them, so that abuse must not use up the account. Their
   * requests have windows of their own; the rest of the month is kept for secret keys.
   */
  publishable: { minuteShare: 0.5, dayDivisor: 10, minPerDay: 100, monthShare: 0.75 },
  webhooks: {
    max: 50,
    maxPending: 10_000,
    maxHeaders: 20,
    maxHeaderLength: 1_000,
    maxAuthorityLength: 20_000,
    replayed: 5_000,
  },
  /** Of a set of rules. They bound the time of a decision, and what an event holds. */
  rules: {
    maxRules: 100,
    maxConditions: 500,
    maxDepth: 8,
    maxValues: 1_000,
    nameLength: 60,
    messageLength: 500,
    setBytes: 64 * KIB,
  },
  /** Of each of an account's own lists. */
  lists: { maxEntries: 100_000, entriesPerDay: 1_000_000 },
  /** Each may read a year of verifications. */
  backtests: { perDay: 100 },
  openBatches: { running: 2 },
  /** Per pool and UTC day. */
  poolCredits: { perDay: 1_000, addressesPerDomain: 5 },
} as const

/** Per recipient of mail, who need not be a caller. */
export const perAddress = {
  confirmations: { perDay: 3 },
} as const

export const perClient = {
  /** Default of a setting. */
  accountCreations: { perHour: 20 },
  unknownKeys: { perMinute: 60 },
  /** With publishable keys of one account. */
  publishable: { perMinute: 20, dayDivisor: 10, minPerDay: 30 },
  /** Default of a setting. */
  anonymous: { perMinute: 600 },
  /** Public reads cost a tenth of an anonymous GraphQL request, or less. */
  publicReads: { perAnonymousRequest: 10 },
  /** Limits of an IPv6 /48, as a multiple of those of one of its subscribers. */
  sites: { factor: 5 },
  /** Default of a setting. Stores, DNS lookups, webhooks and uploads need the other file descriptors. */
  connections: { max: 10_000, descriptorShare: 0.7 },
  sockets: { permits: 5_000, operations: 20 },
  /** A frame costs time whether or not it completes an operation. */
  socketMessages: {
    frames: { capacity: 2_000, perSecond: 200 },
    bytes: { capacity: 8 * MIB, perSecond: MIB },
  },
  /**
   * Each piece costs about a microsecond, whether it brings a byte or 64 KiB. A site may use its reserved part whatever others
   * do: it is enough for several clients that write token by token.
   */
  smallPieces: {
    free: 16,
    bytesPerPiece: 64,
    perSite: { capacity: 32_768, perSecond: 4_096 },
    reserved: { capacity: 256, perSecond: 256 },
    shared: { capacity: 32_768, perSecond: 16_384 },
  },
  /** Each event is sent to every subscription, and some are executed for each of them. */
  subscriptions: { permits: 2_000 },
} as const

export const perRequest = {
  headers: { timeoutMs: 10_000 },
  /** Longer lists of preferences are ignored, as RFC 9110 section 12.5 allows: to sort them would cost more than to answer. */
  preferences: { maxBytes: KIB },
  /** More than any operation has. */
  target: { parameters: 20, segments: 16 },
  pipelined: { waiting: 32, startsPerTurn: 4 },
  /** A body is cut off when it falls behind the pace by the grace: large files on slow lines arrive, slow trickles do not. */
  bodies: { idleMs: 30_000, graceMs: MINUTE_MS, paceBytes: 2 * KIB, totalMs: 2 * HOUR_MS },
  responses: { unreadMs: 15_000, stalledStreamMs: MINUTE_MS },
  /** A thousand outcomes have six members each; the longest list has 50,000 items. Longer bodies are spooled if they may be. */
  json: { heldBytes: MIB, depth: 32, members: 20_000, values: 100_000 },
  /** Blank ones too, and those in quotes: a thousand outcomes need no more. */
  csvBody: { lines: 20_000 },
  /** Values in variables do not count. graphql-js counts the lines for each error, and recurses into brackets. */
  graphqlText: { maxBytes: 64 * KIB, tokens: 5_000, lines: 2_000, nesting: 100 },
  graphqlDocument: {
    depth: 12,
    /** Validation compares every pair of fields of a name, and of fragments; and each operation with its fragments. */
    sameName: 100,
    nodes: { aliases: 30, fields: 500, operations: 50, fragments: 60, spreads: 300, directives: 100, variables: 100 },
  },
  /** Roughly the number of fields in the response. A subscription is executed again for each event, and takes no turn. */
  graphqlCost: { max: 5_000, subscription: 300 },
  /** Kept for as long as it is open; a parsed document takes a hundred times the memory of its text. */
  subscriptionText: { document: 4_096, variables: 4_096 },
  /**
   * graphql-js does not yield while it has data to work on. With their rest, heavy operations of up to 25 ms use at most a fifth
   * of the event loop's time for one account, and two fifths for all.
   */
  heavyQueries: { aboveCost: 1_500, permits: 2, restRatio: 4, maxRestMs: 100 },
  /** Clients that fragment at all do so in pieces of 4 KiB and more. */
  socketMessage: { anonymousBytes: 64 * KIB, maxBytes: MIB, fragments: 64, idLength: 256, arrivalMs: 10_000 },
  uploads: { rows: 1_000_000, columns: 1_000, rowBytes: 512 * KIB, fields: 10, fieldBytes: 8 * KIB },
  parsedUploads: { permits: 8, alpha: 1 },
} as const

export const sharedWork = {
  /** What streams, such as uploads, hold in memory on their way to disk counts as a fixed sum. */
  bodiesInTransit: { totalBytes: 64 * MIB, streamedBytes: 384 * KIB },
  /** Each takes a few times its size of memory. */
  spooledLists: { permits: 2 },
  health: { rememberedMs: 250 },
  /** An account may run a second batch while many permits are free; at least 20 stay available to others. */
  runningBatches: { permits: 50, alpha: 0.1 },
  batchRows: { waitingForDns: 1_000 },
  /** Of one batch; a process works on a few at a time, for a turn each. */
  batchMailboxes: {
    batches: 20,
    turnMs: 20_000,
    atATime: 400,
    ofOneDomain: 2,
    queued: 50_000,
    queuedOfOneDomain: 1_000,
    answersPerEvent: 1_000,
    recordedEveryMs: 2_000,
    leastPauseMs: 1_000,
  },
  /**
   * A route usually has one query in flight, more only after a target has failed. With lookups that continue after a deadline,
   * they stay within `dns`, so that nothing waits in the resolver's own queue, which is not fair between accounts.
   */
  mailRoutes: { permits: 1_500, alpha: 4, spare: 300, targets: 16, lookedUp: 4, records: 32 },
  /** Lists contain former customers of a provider, each with two or three hosts of its own in its zone. */
  mailHostZones: { capacity: 100, perSecond: 10 },
  /** RFC 9520 section 3.2; short, because an outage of the service's own resolver fails all lookups. */
  failedMailHosts: { firstPauseMs: 1_000, maxPauseMs: 30_000 },
  dns: { permits: 2_000 },
  dnsSockets: {
    sockets: 256,
    ports: 64,
    portsWhenBusy: 4,
    queriesPerPort: 64,
    portAgeMs: 10_000,
    wrongAnswers: 3,
    tcpConnections: 64,
  },
  /** Each keeps a file open, and up to 1 MiB in memory while its client is slow; one that waits keeps its connection. */
  downloads: { permits: 200, alpha: 0.2, queue: { maxWaitingPerKey: 50, timeoutMs: 30_000 } },
  /** Counts and decisions of verdicts read many documents and events. */
  verdictQueries: { permits: 6, scannedRows: 20_000, queue: { maxWaitingPerKey: 30, timeoutMs: 10_000 } },
  /** Verifications from before an account's first outcome are searched in the log. */
  outcomeScans: { permits: 3, scannedEvents: 20_000, queue: { maxWaitingPerKey: 10, timeoutMs: 10_000 } },
  /** Each keeps a core busy while nothing else needs it. */
  backtests: { permits: 2 },
  /** A large body is in memory twice while its receiver does not respond. */
  deliveries: { endpoints: 100, perEndpoint: 5, large: 12, largeBytes: 256 * KIB },
  /** After that many consecutive timeouts; the last one applies to all further ones. */
  receivers: { timeoutMs: 15_000, shorterMs: [8_000, 4_000, 2_000] },
} as const

/** Questions to mail servers; see docs/guides/mailboxes.md for why they are so few. */
export const mailboxChecks = {
  /** Conversations at the same time, of all accounts. */
  sessions: { permits: 500, alpha: 4 },
  /** Questions that are prepared or asked at the same time, without those that wait for an operator. */
  preparing: { permits: 600, alpha: 4 },
  /** Of one operator, and of one network; the first and the last are defaults of settings. */
  operator: { connections: 2, connectionsPerMinute: 10, recipientsPerMinute: 30 },
  /** Questions over one connection. */
  perConnection: { questions: 20 },
  /** A question waits for its turn, and for its answer, this long at most; its caller may leave earlier. */
  question: { maxWaitMs: 10 * MINUTE_MS, waiting: 100_000 },
  /** After that many refusals in succession the pause has doubled that often. */
  pauses: {
    busy: { firstMs: 30_000, maxMs: HOUR_MS },
    refused: { firstMs: 6 * HOUR_MS, maxMs: DAY_MS },
    remembered: 50_000,
  },
  /** The same mailbox is asked about again: never before a day after a final answer, and in growing steps after others. */
  again: { finalMs: DAY_MS, firstMs: 5 * MINUTE_MS, maxMs: 4 * HOUR_MS, remembered: 100_000 },
  /**
   * Between processes: how long the record of what one does is valid, how often it is renewed, how far their clocks may be apart,
   * and how soon they hear what has ended.
   */
  sharing: { validMs: MINUTE_MS, renewMs: 20_000, marginMs: 1_000, changedMs: 200, remembered: 5_000 },
  /** A process that asks has an answer within this time, or was killed; others look again after the second. */
  claims: { askingMs: 10 * MINUTE_MS, lookMs: 5_000 },
  acceptAll: { yesMs: 7 * DAY_MS, noMs: DAY_MS, remembered: 50_000 },
  /** Defaults of settings. */
  perDay: { account: 20_000, installation: 200_000 },
  selfTest: { everyMs: HOUR_MS, afterFailureMs: 10 * MINUTE_MS },
} as const
