// Events as bytes of the LMDB log, and back.
import { createHash } from 'node:crypto'
import type { Meta, NewEvent, Recorded } from '../../../kernel/envelope.js'
import { UnreadableEvent } from '../../../kernel/ports/eventStore.js'
import { plainJson } from './plainJson.js'
import { toPosition } from './position.js'

/** An event that was serialised before its transaction starts, so that the transaction cannot fail because of it. */
export interface Prepared {
  readonly id: string
  readonly type: string
  readonly data: unknown
  readonly meta: Meta
  /** JSON, without the members that only the transaction knows. */
  readonly text: string
  readonly bytes: number
}

export function prepare({ id, type, data, meta }: NewEvent): Prepared {
  const text = JSON.stringify({ type, id, data, meta })
  return { id, type, data: plainJson(data), meta: plainJson(meta) as Meta, text, bytes: Buffer.byteLength(text) }
}

/** An event's place, known once its transaction holds the log. */
export interface Place {
  readonly stream: string
  readonly revision: number
  readonly position: number
  readonly recordedAt: string
}

/** The stored text: JSON that starts with the type, so that readers of few types need not parse the rest. */
export const storedText = ({ text }: Prepared, { stream, revision, recordedAt }: Place): string =>
  `${text.slice(0, -1)},"stream":${JSON.stringify(stream)},"revision":${revision},"recordedAt":"${recordedAt}"}`

const BEFORE_TYPE = '{"type":"'.length

/** Whether a stored text is an event of one of these types. */
export function isOfType(text: string, types: ReadonlySet<string>): boolean {
  const type = text.slice(BEFORE_TYPE, text.indexOf('"', BEFORE_TYPE))
  return types.has(type.includes('\\') ? decode(text, 0).type : type)
}

export function recorded({ id, type, data, meta }: Omit<Prepared, 'text' | 'bytes'>, place: Place): Recorded {
  return {
    id,
    type,
    stream: place.stream,
    revision: BigInt(place.revision),
    position: toPosition(place.position),
    recordedAt: place.recordedAt,
    data,
    meta,
  }
}

/** @throws UnreadableEvent when the text is damaged or missing: an event is never skipped */
export function decode(text: string | undefined, position: number): Recorded {
  let stored: (Prepared & Place) | undefined
  try {
    stored = JSON.parse(text ?? '')
  } catch (error) {
    throw damaged(position, text, error)
  }
  if (typeof stored?.recordedAt !== 'string' || typeof stored.revision !== 'number') throw damaged(position, text)
  const { stream, revision, recordedAt } = stored
  return recorded(stored, { stream, revision, position, recordedAt })
}

function damaged(position: number, text = '', cause?: unknown): UnreadableEvent {
  const event = {
    position: toPosition(position),
    stream: memberOf(text, 'stream'),
    type: memberOf(text, 'type'),
    sha256: createHash('sha256').update(text).digest('hex'),
  }
  return new UnreadableEvent(event, { cause })
}

/** A member of damaged JSON, if it looks like a name; the stream comes last in the text. */
function memberOf(text: string, name: string): string | null {
  const matches = [...text.matchAll(new RegExp(`"${name}":"([A-Za-z0-9_.-]{1,200})"`, 'g'))]
  return (name === 'type' ? matches[0] : matches.at(-1))?.[1] ?? null
}
