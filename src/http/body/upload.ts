// Reads an uploaded file from a multipart form, streamed.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import busboy, { type Busboy, type FileInfo } from 'busboy'
import { printable } from '../../api/contract/names.js'
import { type Checked, invalid } from '../../api/contract/problems.js'
import { discardBody } from '../../httpMessages/discardBody.js'
import { hasBody } from '../../httpMessages/hasBody.js'
import { shareTaken } from '../../httpMessages/ingress/byteBudget.js'
import type { GuardedRequest } from '../../httpMessages/ingress/guardedRequest.js'
import { pour, STREAMED_BYTES } from '../../httpMessages/ingress/pour.js'
import { requirePlain } from '../../httpMessages/jsonBody.js'
import { Failure, memberPath } from '../../kernel/failure.js'
import { perRequest } from '../../kernel/limits.js'

/** Name of the form field that holds the file. */
const FILE = 'file'
/** Bytes that a form may have in addition to its file: fields, part headers, boundaries. */
const OVERHEAD_BYTES = 128 * 1_024

interface UploadRules<Fields, File> {
  /** Maximum size of the file in bytes. */
  readonly limit: number
  /** The account whose share of memory it takes while it arrives. */
  readonly account: string
  /** Checks the fields. If the form has a file, it is listed as a field with empty text. */
  readonly check: (fields: readonly Field[]) => Checked<Fields>
  /** Stores the file temporarily: it may precede the fields that say what to do with it. Leaves nothing if the file is cut off. */
  readonly spool: (file: AsyncIterable<Uint8Array>, name: string | undefined) => Promise<File>
  /** Deletes the stored file if the form is rejected. */
  readonly discard: (file: File) => Promise<void>
}

type Field = readonly [name: string, text: string]

/**
 * Reads a multipart form with one file, which is streamed and never held in memory as a whole.
 * @throws Failure UNSUPPORTED_MEDIA_TYPE, VALIDATION_ERROR, PAYLOAD_TOO_LARGE, or what spooling throws. Nothing is left
 * behind then.
 */
export async function readUpload<Fields, File>(
  request: IncomingMessage,
  rules: UploadRules<Fields, File>,
): Promise<Fields & { readonly file: File }> {
  requireForm(request)
  const { fields, file } = await readForm(request as GuardedRequest, rules)
  const checked = rules.check(file === undefined ? fields : [...fields, [FILE, '']])
  // The contract requires the file, so the check fails without one.
  if (checked.ok) return { ...checked.value, file: file! }
  if (file !== undefined) await rules.discard(file)
  throw invalid(checked.problems)
}

function requireForm(request: IncomingMessage): void {
  const { headers } = request
  const type = (headers['content-type'] ?? '').toLowerCase().split(';')[0]!.trim()
  if (type !== 'multipart/form-data') {
    const message = `Send the file as multipart/form-data, in the field \`${FILE}\`.`
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', message)
  }
  requirePlain(headers)
  if (!hasBody(request)) throw refusal('', `the body is missing: send a form with the field \`${FILE}\``)
}

/** @throws Failure VALIDATION_ERROR if the Content-Type has no boundary */
function createParser(headers: IncomingHttpHeaders): Busboy {
  try {
    return busboy({
      headers,
      defParamCharset: 'utf8',
      limits: { fields: perRequest.uploads.fields, fieldSize: perRequest.uploads.fieldBytes },
    })
  } catch {
    throw refusal('', 'the header Content-Type has no boundary: leave that header to your HTTP client')
  }
}

interface Form<File> {
  readonly fields: readonly Field[]
  readonly file: File | undefined
}

function readForm<Fields, File>(
  request: GuardedRequest,
  { limit, account, spool, discard }: UploadRules<Fields, File>,
): Promise<Form<File>> {
  const parser = createParser(request.headers)
  const lease = request.lease(account)
  const { add, end } = pour(request, parser)
  return new Promise((resolve, reject) => {
    const fields: Field[] = []
    let file: Promise<File> | undefined
    let seen = 0
    let over = false

    parser
      .on('file', takeFile)
      .on('field', takeField)
      .on('fieldsLimit', () => refuse(refusal('', `the form has more than ${perRequest.uploads.fields} fields`)))
      .on('error', () => refuse(refusal('', 'the body is not a well-formed multipart/form-data form')))
      .on('close', finish)
    // A form may have arrived completely, and not have been read.
    request.once('close', () => {
      if (!request.readableEnded) abandon(brokenOff())
    })
    request.once('refused', abandon)
    if (request.refusal) abandon(request.refusal)
    else if (request.destroyed) abandon(brokenOff())
    else if (Number(request.headers['content-length']) > limit + OVERHEAD_BYTES) refuse(tooLarge(limit))
    else if (!lease.resize(STREAMED_BYTES)) request.refuse(shareTaken())
    else request.on('data', pass).on('end', end)

    function pass(chunk: Buffer): void {
      seen += chunk.length
      if (seen > limit + OVERHEAD_BYTES) refuse(tooLarge(limit))
      else add(chunk)
    }

    function takeFile(name: string | undefined, content: Readable, { filename }: Partial<FileInfo>): void {
      // The reader gets the error from its iteration; without a listener here, a file that is cut off would crash the process.
      content.on('error', () => {})
      // The parser processes all of its buffered input even after it was destroyed.
      if (over) content.resume()
      else if (name === FILE && file === undefined) {
        file = spool(content, filename)
        file.catch(refuse)
      } else {
        content.resume()
        refuse(name === FILE ? wrong(FILE, `\`${FILE}\` is given more than once`) : unknownFile(name))
      }
    }

    function takeField(name: string | undefined, text: string, { valueTruncated }: { valueTruncated: boolean }): void {
      const shown = printable(name ?? '')
      if (name === FILE) refuse(wrong(FILE, `\`${FILE}\` must be a file; you sent text: give it a filename`))
      else if (valueTruncated)
        refuse(wrong(shown, `\`${shown}\` is longer than ${perRequest.uploads.fieldBytes} bytes`))
      // Browsers also send fields that were left empty.
      else if (text !== '') fields.push([name ?? '', text])
    }

    function finish(): void {
      Promise.resolve(file).then((spooled) => settle(() => resolve({ fields, file: spooled })), refuse)
    }

    function refuse(failure: unknown): void {
      if (over) return
      abandon(failure)
      discardBody(request, limit)
    }

    /** Rejects once the stored file is deleted. */
    function abandon(failure: unknown): void {
      settle(() => {
        parser.destroy()
        const deleted = file?.then(discard, () => {}) ?? Promise.resolve()
        const fail = (): void => reject(failure)
        deleted.then(fail, fail)
      })
    }

    /** The only way out: returns the memory and reads no more of the body. */
    function settle(report: () => void): void {
      if (over) return
      over = true
      lease.resize(0)
      request.off('data', pass).off('end', end)
      report()
    }
  })
}

const brokenOff = (): Failure => refusal('', 'the body ended before it was complete')

const tooLarge = (limit: number) =>
  new Failure('PAYLOAD_TOO_LARGE', `The file may be at most ${limit} bytes.`, { limit })

function unknownFile(name: string | undefined): Failure {
  const shown = printable(name ?? '')
  return wrong(shown, `unknown field \`${shown}\`: send the file in the field \`${FILE}\``)
}

/** @param field name of the field, safe to print */
const wrong = (field: string, message: string): Failure => refusal(memberPath('', field), message)

const refusal = (path: string, message: string): Failure => invalid([{ path, message, keyword: 'form' }])
