// Everything that depends on undocumented parts of the KurrentDB client, for the versions it was tested with.
import assert from 'node:assert'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type AllStreamResolvedEvent,
  type DNSClusterOptions,
  type EventType,
  KurrentDBClient,
  type ReadAllOptions,
  type ReadStreamOptions,
  type ResolvedEvent,
} from '@kurrent/kurrentdb-client'
import serverFeatures from '@kurrent/kurrentdb-client/dist/Client/ServerFeatures.js'
import errors from '@kurrent/kurrentdb-client/dist/utils/CommandError.js'
import gossipGrpc from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_grpc_pb.js'
import type { ClusterInfo } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/gossip_pb.js'
import shared from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/shared_pb.js'
import streamsGrpc from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_grpc_pb.js'
import type { ReadReq } from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js'
import type { Log } from '../../../../kernel/log.js'
import { CODE } from '../failures.js'
import {
  type AppendRequest,
  type AppendResponse,
  decodeResponse as decodeAppended,
  encodeRequest,
} from './appendMessages.js'
import type { ConnectionSettings } from './connectionString.js'
import { eventsOf } from './readCall.js'
import { allRequest, streamRequest } from './readRequests.js'
import { decodeResponse } from './readResponses.js'

const { ServerFeatures } = serverFeatures
const { GossipClient } = gossipGrpc
const { StreamsClient, StreamsService } = streamsGrpc

/*
 * What the client's documented functions cannot do, and the versions of the client with which this was tested.
 *
 * Reads: client 1.3.1 reads through a native part, @kurrent/bridge, with a connection of its own. After the death of a
 * cluster's leader all its reads fail until that node is back; it takes user and password undecoded from the connection
 * string; its connections are never closed; it returns times in whole seconds. Reads therefore go the way of the client's
 * subscriptions (docs/adr/0032-reads-without-the-native-part.md).
 *
 * Appends: when the connection breaks, the client rejects those that wait in its queue in promises that nobody can handle,
 * which ends the process (`backpressuredWrite` in `dist/streams/appendToStream/batchAppend.js`), and most of the CPU time of an
 * append is its encoding. Appends therefore have a call of their own (`appendMessages.ts`).
 *
 * The window: the server sends no more of a read than HTTP/2's flow control allows, which is 64 KiB in Node.js, until it hears
 * that they have arrived: a few hundred events per round trip. The client lets nobody change that.
 *
 * The end: `dispose` ends a client's calls, but leaves its connection open for half an hour.
 *
 * The server's version: the client fetches it for itself and keeps it in the protected member `capabilities`. The clients
 * for other languages publish it, such as that for Go: https://github.com/kurrent-io/EventStore-Client-Go/pull/128. There
 * is no such issue for the client for Node.js (https://github.com/kurrent-io/KurrentDB-Client-NodeJS/issues).
 */

/** Versions of @kurrent/kurrentdb-client with which all tests were run. */
export const TESTED_CLIENTS: readonly string[] = ['1.3.1']

/** Least time between two searches of a client for the leader, which end after a second or two; and what is added at random. */
const SEARCH_INTERVAL_MS = 1_000
const JITTER_MS = 250
const MEMBERS_TIMEOUT_MS = 2_000
/** What the server may send ahead of a reader. */
const WINDOW_BYTES = 512 * 1024

type Outcome = ReturnType<AppendResponse['outcome']>
type StreamsGrpcClient = InstanceType<typeof StreamsClient>

interface Unanswered {
  readonly call: Writable
  readonly name: string
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/** A client whose reads go the way of its subscriptions, and whose end closes its connection. */
export class Client extends KurrentDBClient {
  #features: KurrentDBClient['capabilities'] | undefined
  /** Appends without a response, by id. */
  readonly #unanswered = new Map<string, Unanswered>()
  readonly #appending = this.GRPCStreamCreator(
    StreamsClient,
    'append',
    (client) => this.#beginAppending(client),
    new WeakMap(),
  )

  constructor(connection: ConnectionSettings) {
    super(NO_NATIVE_PART, connection.settings as DNSClusterOptions, connection.channel, connection.credentials)
    const { getChannel, dispose, handleError } = this
    // Nobody handles its failure, which is that of a search for the leader.
    this.handleError = (...failed) => handleError(...failed).catch(() => {})
    let current: ReturnType<typeof getChannel> | undefined
    let isDisposed = false
    if (connection.isCluster) this.resolveUri = paced(this.resolveUri)
    const close = () => current?.then((channel) => channel.close()).catch(() => {})
    this.getChannel = () => {
      current = getChannel().then(widen)
      if (isDisposed) void close()
      return current
    }
    this.dispose = async () => {
      isDisposed = true
      const ended = dispose()
      void close()
      await ended
    }
  }

  /** The client would remember a failure for ever. */
  protected override get capabilities() {
    this.#features ??= this.execute(...ServerFeatures.createServerFeatures).catch((error: unknown) => {
      this.#features = undefined
      throw error
    })
    return this.#features
  }

  /** The server's version, such as 26.0.3; `unknown` if it does not tell. */
  async serverVersion(): Promise<string> {
    return (await this.capabilities).serverVersion
  }

  /** What the node says of its cluster; the client itself asks only to find the leader. */
  members(): Promise<string[]> {
    return this.execute(GossipClient, 'members', (node) => {
      const [metadata, options] = this.callArguments({ deadline: MEMBERS_TIMEOUT_MS })
      return new Promise((resolve, reject) =>
        node.read(new shared.Empty(), metadata, options, (error, info) =>
          error ? reject(error) : resolve(namesIn(info)),
        ),
      )
    })
  }

  /**
   * Appends at the leader. The appends of a client share a call, and are written in order.
   * @param timeoutMs how long the server may take
   * @throws the client's errors
   */
  async append(append: Omit<AppendRequest, 'id' | 'deadline'>, timeoutMs: number): Promise<Outcome> {
    const call = await this.#appending()
    return new Promise((resolve, reject) => {
      const id = randomUUID()
      this.#unanswered.set(id, { call, name: append.name, resolve, reject })
      call.write({ ...append, id, deadline: this.createDeadline(timeoutMs) })
    })
  }

  #beginAppending(client: StreamsGrpcClient): Writable {
    const { path } = StreamsService.batchAppend
    const [metadata, options] = this.callArguments({ requiresLeader: true }, { deadline: Infinity })
    const call: Writable = client.makeBidiStreamRequest(path, encodeRequest, decodeAppended, metadata, options)
    call.on('data', ({ id, outcome }: AppendResponse) => {
      const append = this.#unanswered.get(id)
      if (!append) return
      this.#unanswered.delete(id)
      try {
        append.resolve(outcome(append.name))
      } catch (error) {
        append.reject(error)
      }
    })
    call.on('error', (error) => {
      for (const [id, append] of this.#unanswered) {
        if (append.call !== call) continue
        this.#unanswered.delete(id)
        append.reject(errors.convertToCommandError(error))
      }
    })
    return call
  }

  override readStream<Type extends EventType = EventType>(name: string, options: ReadStreamOptions = {}) {
    return this.#read<ResolvedEvent<Type>>(streamRequest(name, options), options)
  }

  override readAll(options: ReadAllOptions = {}) {
    return this.#read<AllStreamResolvedEvent>(allRequest(options), options)
  }

  #read<Event>(
    request: ReadReq,
    options: Pick<ReadAllOptions, 'requiresLeader'>,
  ): AsyncIterableIterator<Event, undefined> {
    const { path, requestSerialize } = StreamsService.read
    const begin = this.GRPCStreamCreator(StreamsClient, 'read', (client) => {
      const [metadata, callOptions] = this.callArguments(options, { deadline: Infinity })
      return client.makeServerStreamRequest(path, requestSerialize, decodeResponse, request, metadata, callOptions)
    })
    return eventsOf(begin()) as AsyncIterableIterator<Event, undefined>
  }
}

/** Before the channel connects. */
function widen<Channel>(channel: Channel): Channel {
  const { internalChannel } = channel as { readonly internalChannel?: { readonly options?: Record<string, unknown> } }
  if (internalChannel?.options) internalChannel.options['grpc-node.flow_control_window'] = WINDOW_BYTES
  return channel
}

const namesIn = (info: ClusterInfo): string[] =>
  info.getMembersList().map((member) => {
    const endpoint = member.getHttpEndPoint()
    return `${endpoint?.getAddress()}:${endpoint?.getPort()}`
  })

/** A refused call makes the client look for the leader again: while no node leads, that would be after each call. */
function paced(findLeader: () => Promise<string>): () => Promise<string> {
  let next = 0
  return async () => {
    await sleep(Math.max(0, next - performance.now()), undefined, { ref: false })
    next = performance.now() + SEARCH_INTERVAL_MS + Math.random() * JITTER_MS
    return findLeader().catch((cause: Error) => {
      const error = new Error('no node of the cluster leads it', { cause })
      throw Object.assign(error, { code: CODE.unavailable })
    })
  }
}

/** The members of the cluster to which a node belongs, as they call themselves; undefined if it does not answer. */
export async function membersOf(connection: ConnectionSettings, node: string): Promise<string[] | undefined> {
  const client = new Client({ ...connection, isCluster: false, settings: { endpoint: node } })
  try {
    return await client.members()
  } catch {
    return undefined
  } finally {
    void client.dispose()
  }
}

const NO_NATIVE_PART = {
  readStream: () => assert.fail('reads do not use the native part'),
  readAll: () => assert.fail('reads do not use the native part'),
}

/** The client prints advice on some settings. */
export function createClient(settings: ConnectionSettings): Client {
  const { warn } = console
  try {
    console.warn = () => {}
    return new Client(settings)
  } finally {
    console.warn = warn
  }
}

/** The installed version of the client; undefined if it cannot be read. */
export function installedClient(): string | undefined {
  try {
    const path = createRequire(import.meta.url).resolve('@kurrent/kurrentdb-client/package.json')
    return JSON.parse(readFileSync(path, 'utf8')).version
  } catch {
    return undefined
  }
}

/** Warns of a client that was not tested. */
export function checkClient(log: Log, installed = installedClient()): void {
  if (installed !== undefined && TESTED_CLIENTS.includes(installed)) return
  log.warn(
    { installed: installed ?? 'unknown', tested: TESTED_CLIENTS },
    'mailproof was not tested with this version of @kurrent/kurrentdb-client',
  )
}
