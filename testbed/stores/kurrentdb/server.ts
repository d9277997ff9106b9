// A stand-in for a KurrentDB server, which speaks its protocol over gRPC.
import { setTimeout as sleep } from 'node:timers/promises'
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData, status } from '@grpc/grpc-js'
import gossip from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_grpc_pb.js'
import featuresService from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_grpc_pb.js'
import features from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/serverfeatures_pb.js'
import service from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js'
import { freePort } from '../../freePort.js'
import { openProxy } from '../storeProxy.js'
import { type Appending, batchAppend } from './append.js'
import { type Cluster, clusterInfo, leaderRefusal, needsLeader } from './gossip.js'
import { createServerLog } from './log.js'
import { read, type Subscribers, serializeResponse } from './read.js'
import { Refusal } from './refusal.js'

export interface StandInOptions {
  readonly version?: string
  /** Milliseconds since the Unix epoch. */
  readonly now?: () => number
  /** Serves TLS, and refuses other credentials. */
  readonly secured?: {
    readonly key: string
    readonly cert: string
    /** Passwords by user; may change. */
    readonly users: ReadonlyMap<string, string>
  }
  /** Streams that the user may write to; by default all. */
  readonly mayWrite?: (stream: string) => boolean
  /** Refuses all reads; its version is public. */
  readonly unreadable?: boolean
  /** The error of every append, in the server's format. */
  readonly failing?: Appending['failing']
  /** The cluster of which it is a node; by default it is the only one. */
  readonly cluster?: Cluster
  /** Share of the conflicts that are answered before the winner's event can be read. */
  readonly lateShare?: number
}

type ReadCall = Parameters<typeof read>[0]

export type StandIn = Awaited<ReturnType<typeof startStandIn>>

/** Public on the server too. */
function supported(version: string) {
  const method = new features.SupportedMethod().setServiceName('event_store.client.streams.Streams')
  method.setMethodName('batchappend')
  return new features.SupportedMethods().setEventStoreServerVersion(version).setMethodsList([method])
}

const { StreamsService } = service
const streamsService = { ...StreamsService, read: { ...StreamsService.read, responseSerialize: serializeResponse } }

/** Writes a system event after this many others. */
const OWN_EVERY = 7

/**
 * A stand-in for KurrentDB: the services that our client calls, over a real socket, with a log in memory. It refuses
 * what it does not model: links, deletion and metadata of streams, access control by stream, other filters
 * than ours, persistent subscriptions, scavenging, disks.
 */
export async function startStandIn(options: StandInOptions = {}) {
  const {
    version = '26.0.0',
    now = Date.now,
    secured,
    unreadable = false,
    failing,
    mayWrite = () => true,
    cluster,
    lateShare,
  } = options
  const log = cluster?.log ?? createServerLog(now, lateShare)
  log.keepOwn('$metadata', '$metadata')
  let server: Server | undefined
  /** Still free when the server restarts. */
  let port = await freePort()
  let lost = 0
  let positions = true
  let appends = 0
  let calls = 0
  /** Reads that are neither answered nor cancelled. */
  const reading = new Set<ReadCall>()
  let gossips = 0
  let slow = 0
  let examined = 0
  let commitMs = 0
  const underWay = new Set<string>()
  let mostUnderWay = 0
  const subscribers: Subscribers = { live: new Set() }
  const appending: Appending = {
    log,
    positions: () => positions,
    answers,
    failing,
    mayWrite,
    commitMs: () => commitMs,
    underWay,
    accepted: () => {
      mostUnderWay = Math.max(mostUnderWay, underWay.size)
    },
  }

  async function start(): Promise<void> {
    const started = new Server()
    started.addService(streamsService, {
      read: (call: ReadCall) => {
        const refusal = refusalOf(call)
        reading.add(call)
        call.once('cancelled', () => reading.delete(call)).once('finish', () => reading.delete(call))
        refusal
          ? call.emit('error', refusal)
          : delayed(call)
              .then(() => {
                if (unreadable) throw Object.assign(new Error('Access Denied'), { code: status.PERMISSION_DENIED })
                return read(call, log, subscribers, () => examined++)
              })
              .then(
                () => call.end(),
                (error) => call.emit('error', error),
              )
      },
      batchAppend: (call: Parameters<typeof batchAppend>[0]) => {
        calls++
        if (denied(call)) call.emit('error', denial())
        else batchAppend(call, needsLeader(call) ? { ...appending, refusal: notLeading } : appending)
      },
      append: refusing('appends outside of a batch'),
      delete: refusing('deletion of streams'),
      tombstone: refusing('deletion of streams'),
    })
    started.addService(featuresService.ServerFeaturesService, {
      getSupportedMethods: (_call: ServerUnaryCall<unknown, unknown>, done: sendUnaryData<unknown>) =>
        done(null, supported(version)),
    })
    started.addService(gossip.GossipService, {
      read: cluster
        ? (_call: ServerUnaryCall<unknown, unknown>, done: sendUnaryData<unknown>) => {
            gossips++
            done(null, clusterInfo(cluster))
          }
        : refusing('gossip: it is one node'),
    })
    const credentials = secured
      ? ServerCredentials.createSsl(null, [
          { private_key: Buffer.from(secured.key), cert_chain: Buffer.from(secured.cert) },
        ])
      : ServerCredentials.createInsecure()
    port = await new Promise<number>((resolve, reject) =>
      started.bindAsync(`127.0.0.1:${port}`, credentials, (error, bound) => (error ? reject(error) : resolve(bound))),
    )
    server = started
  }

  /** A read that scans a long log. */
  async function delayed({ request }: ReadCall): Promise<void> {
    const options = request.getOptions()!
    if (slow > 0 && options.hasFilter() && options.hasCount()) await sleep(slow, undefined, { ref: false })
  }

  const refusing =
    (what: string) => (call: { emit(name: string, error: Error): void }, done?: sendUnaryData<unknown>) =>
      typeof done === 'function' ? done(new Refusal(what)) : call.emit('error', new Refusal(what))

  function denied({ metadata }: { metadata: { get(name: string): unknown[] } }): boolean {
    if (!secured) return false
    const [scheme, encoded = ''] = String(metadata.get('authorization')[0]).split(' ')
    const [, user = '', password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
    return scheme !== 'Basic' || secured.users.get(user) !== password
  }

  const notLeading = () => cluster && leaderRefusal(cluster, proxy.port)

  function refusalOf(call: Parameters<typeof needsLeader>[0]): Error | undefined {
    calls++
    return denied(call) ? denial() : needsLeader(call) ? notLeading() : undefined
  }

  const denial = () => Object.assign(new Error('Unauthenticated'), { code: status.UNAUTHENTICATED })

  function answers(): boolean {
    if (++appends % OWN_EVERY === 0) log.keepOwn('$stats-127.0.0.1:2113', '$statsCollected')
    if (lost === 0) return true
    lost--
    proxy.drop()
    return false
  }

  await start()
  const proxy = await openProxy(() => ({ port }))

  return {
    log,
    /** Its connection string. */
    address: () => `127.0.0.1:${proxy.port}`,
    port: () => proxy.port,
    url: (parameters = 'tls=false') => `kurrentdb://127.0.0.1:${proxy.port}?${parameters}`,
    /** Its connection string without the proxy, for measurements. */
    directUrl: () => `kurrentdb://127.0.0.1:${port}?tls=false`,
    /** Appends that it has answered. */
    appends: () => appends,
    /** The most appends that it has been writing at a time. */
    mostUnderWay: () => mostUnderWay,
    /** Reads, subscriptions and streams of appends that clients have started. */
    calls: () => calls,
    /** Reads and subscriptions that are neither over nor cancelled. */
    reading: () => reading.size,
    /** How often clients requested the nodes of the cluster. */
    gossips: () => gossips,
    /** Ends every connection. */
    drop: proxy.drop,
    /** Closes every connection politely. */
    finish: proxy.finish,
    /** Closes one direction of every connection: clients hear that nothing more comes. */
    halfClose: proxy.halfClose,
    /** Holds every connection without responding. */
    freeze: proxy.freeze,
    thaw: proxy.thaw,
    /** The next `count` appends are executed, and the connection ends before they are answered. */
    loseAnswers(count: number): void {
      lost = count
    },
    /** Reads that search are answered after this delay; others immediately. */
    searchFor(milliseconds: number): void {
      slow = milliseconds
    },
    /** How long the server takes to write an append. */
    commitWithin(milliseconds: number): void {
      commitMs = milliseconds
    },
    /** Tells live subscriptions that they fell behind; they catch up again. */
    fallBehind(): void {
      for (const subscriber of subscribers.live) subscriber.fallBehind()
    },
    /** Ends subscriptions as servers before 24.10 do when a consumer is too slow. */
    abortSubscriptions(): void {
      for (const subscriber of subscribers.live) subscriber.abort()
    },
    subscriptions: () => subscribers.live.size,
    /** Events that reads of the whole log have examined, sent or not. */
    examined: () => examined,
    /** Bytes sent to clients. */
    sent: () => proxy.sent,
    /** Whether responses to appends include the position. */
    sayPositions(say: boolean): void {
      positions = say
    },
    /** Stops the server; its log is kept for `restart`. */
    async stop(): Promise<void> {
      await proxy.close()
      server?.forceShutdown()
    },
    async restart(): Promise<void> {
      await start()
      await proxy.open()
    },
    async close(): Promise<void> {
      await proxy.close()
      server?.forceShutdown()
    },
  }
}
