import type { IncomingMessage } from 'node:http'
import type { OperationContract } from '../../api/contract/contract.js'
import { valid } from '../../api/contract/problems.js'
import type { Body, OperationId } from '../../api/contract/types.js'
import type { Caller } from '../../features/accounts/index.js'
import { isUtf8Type, readJsonBody } from '../../httpMessages/jsonBody.js'
import { readTextBody } from '../../httpMessages/textBody.js'
import type { Actor } from '../../kernel/actor.js'
import { type BodyStore, createSpoolJson } from './spoolJson.js'
import { readUpload } from './upload.js'

/** Reads and validates the request body as the operation's contract defines it. An uploaded file is spooled for its caller. */
export const createReadBody = ({ batches }: { readonly batches: BodyStore }) => {
  const spoolJson = createSpoolJson(batches)

  return async <Op extends OperationId>(
    contract: OperationContract<Op>,
    request: IncomingMessage,
    caller: Caller | undefined,
    actor: Actor,
  ): Promise<Body<Op>> => {
    const { body, bodyTypes: types, bodyLimit: limit, jsonLimits: scanned, validateCsv } = contract
    // Without an account, no body may be long enough to be spooled.
    const spool = caller && spoolJson(caller, limit, actor)
    switch (body) {
      case 'none':
        return valid(contract.validateBody(undefined))
      case 'json':
        if (validateCsv && isUtf8Type('text/csv', request.headers['content-type'] ?? ''))
          return valid(
            validateCsv(await readTextBody(request, { limit, account: caller?.account, invalid: 'CSV_INVALID' })),
          )
        return valid(
          contract.validateBody(
            await readJsonBody(request, { limit, account: caller?.account, scanned, types, spool }),
          ),
        )
      case 'form':
        return (await readUpload(request, {
          limit,
          account: caller!.account,
          check: contract.validateForm,
          spool: async (file, name) => ({
            ...(await batches.spool(caller!, file, limit, actor)),
            ...(name && { name }),
          }),
          discard: batches.discard,
        })) as unknown as Body<Op>
    }
  }
}
