// The Idempotency-Key header as a step of REST requests.
import type { IncomingMessage } from 'node:http'
import type { Caller } from '../../features/accounts/index.js'
import type { Batches, SpooledFile } from '../../features/batches/index.js'
import type { OperationContract } from '../contract/contract.js'
import type { OperationId } from '../contract/types.js'
import type { AnyReply } from '../operation.js'
import type { ParsedRequest } from '../rest/context.js'
import type { CallName } from './callNames.js'
import type { Command, Idempotency } from './idempotency.js'
import { readIdempotencyKey } from './idempotencyKey.js'

/** For operations that support Idempotency-Key only in some calls: the condition on the body. */
const CONDITIONS: { readonly [op in OperationId]?: (body: unknown) => boolean } = {
  verifyBulkAgent: (body) => (body as { async?: boolean }).async === true,
}

/** A call with an Idempotency-Key. */
interface IdempotentCall {
  readonly name: CallName
  readonly command: Command
  /** The calling key, if the same request of another one is a different request. */
  readonly by?: string
}

/** What it means depends on the limits of the calling key: from a key with more of them, it is a different request. */
const BY_KEY: OperationId = 'generateKey'

interface RepeatableDependencies {
  readonly idempotency: Idempotency
  readonly batches: Pick<Batches, 'discard'>
}

/** Handles the header Idempotency-Key. */
export function createIdempotencyMiddleware({ idempotency, batches }: RepeatableDependencies) {
  return {
    /** Undefined if there is no key or the operation does not support it. @throws Failure VALIDATION_ERROR */
    async find(
      { id, idempotent }: OperationContract,
      request: IncomingMessage,
      caller: Caller | undefined,
    ): Promise<IdempotentCall | undefined> {
      const key = idempotent ? readIdempotencyKey(request) : undefined
      if (key === undefined || caller === undefined) return undefined
      const name = { account: caller.account, sandbox: caller.sandbox, operation: id, key }
      const by = id === BY_KEY && caller.restrictions && { by: caller.key }
      return { name, command: await idempotency.commandOf(name), ...by }
    },

    applies: ({ id }: OperationContract, { body }: ParsedRequest): boolean => CONDITIONS[id]?.(body) ?? true,

    /** Performs the call or replays its response; an uploaded file is discarded unless the call was performed. */
    async perform(
      { body: kind }: OperationContract,
      { name, command, by }: IdempotentCall,
      parsed: ParsedRequest,
      perform: () => AnyReply | Promise<AnyReply>,
    ): Promise<AnyReply> {
      const form = kind === 'form' ? (parsed.body as unknown as { readonly file: SpooledFile }) : undefined
      const body = form ? { ...form, file: form.file.sha256 } : parsed.body
      let performed = false
      try {
        return await idempotency.once(name, command, { ...parsed, body, ...(by && { by }) }, () => {
          performed = true
          return perform()
        })
      } finally {
        if (form && !performed) await batches.discard(form.file)
      }
    },
  }
}
