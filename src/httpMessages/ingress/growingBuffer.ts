// Buffers for content that is still arriving: one that grows, and one that joins small pieces.

// Pieces of content, copied into one buffer: a list of small buffers takes hundreds of bytes for each.

/** Smallest buffer that pieces are copied into. */
const MIN_BYTES = 1_024
/** Content is passed on in pieces of at least this many bytes. */
const PASS_BYTES = 16_384

const EMPTY = Buffer.alloc(0)

/** Content that has arrived so far. Its memory doubles as it grows, and is never allocated ahead of that. */
export class GrowingBuffer {
  #buffer: Buffer = EMPTY
  #size = 0

  /**
   * @param max maximum size of the content
   * @param grant called with the new size of the buffer before it grows; false refuses
   */
  constructor(
    readonly max: number,
    readonly grant: (bytes: number) => boolean = () => true,
  ) {}

  get size(): number {
    return this.#size
  }

  /** Adds a piece; the first one is kept as it is. @returns false if the memory was refused: the piece is not added */
  append(piece: Buffer): boolean {
    const size = this.#size + piece.length
    if (size > this.#buffer.length && !this.#grow(piece, size)) return false
    if (this.#size > 0 || this.#buffer !== piece) this.#buffer.set(piece, this.#size)
    this.#size = size
    return true
  }

  #grow(piece: Buffer, size: number): boolean {
    const isFirst = this.#size === 0
    const capacity = isFirst ? size : Math.max(size, Math.min(this.max, Math.max(2 * this.#size, MIN_BYTES)))
    if (!this.grant(capacity)) return false
    const old = this.#buffer
    this.#buffer = isFirst ? piece : Buffer.allocUnsafeSlow(capacity)
    if (!isFirst) this.#buffer.set(old.subarray(0, this.#size))
    return true
  }

  /** The content from an offset on. */
  from(offset: number): Buffer {
    return this.#buffer.subarray(offset, this.#size)
  }

  /** Removes and returns the content. */
  take(): Buffer {
    const content = this.from(0)
    this.#buffer = EMPTY
    this.#size = 0
    return content
  }
}

/** Joins small pieces, for consumers to whom each piece is expensive. */
export class Coalescer {
  readonly #gathered = new GrowingBuffer(2 * PASS_BYTES)

  /** @returns what is to be passed on now, if there is enough */
  add(piece: Buffer): Buffer | undefined {
    this.#gathered.append(piece)
    return this.#gathered.size >= PASS_BYTES ? this.#gathered.take() : undefined
  }

  /** What has not been passed on at the end. */
  rest(): Buffer {
    return this.#gathered.take()
  }
}
