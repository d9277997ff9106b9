// Counts WebSocket frames and messages as bytes arrive.

// Follows the frames of a WebSocket by their headers, while their bytes arrive.

const FIN = 0x80
const OPCODE = 0x0f
/** From here on, opcodes are those of control frames (RFC 6455 section 5.2). */
const FIRST_CONTROL = 0x08
const MASKED = 0x80
const LENGTH = 0x7f
const MASK_BYTES = 4
/** Bytes of the extended length, by the length in the second byte. */
const EXTENDED: { readonly [length: number]: number } = { 126: 2, 127: 8 }

/** Counts frames and messages byte by byte (RFC 6455 section 5.2). Payloads are skipped, and nothing is validated. */
export class FrameScan {
  /** Frames whose headers have begun, control frames too. */
  frames = 0
  /** Messages that are complete. */
  messages = 0
  /** Payload of the current message, as its frames announce it. */
  announced = 0
  #first = 0
  #inMessage = false
  /** Bytes of the header that are still missing; -1 before the second byte says how many, -2 before the first. */
  #headerLeft = -2
  #extendedLeft = 0
  #length = 0
  #payloadLeft = 0

  /** Whether a message or a frame is incomplete. */
  get isUnfinished(): boolean {
    return this.#inMessage || this.#headerLeft !== -2
  }

  write(bytes: Uint8Array): void {
    for (let index = 0; index < bytes.length; ) {
      if (this.#headerLeft !== 0) this.#readHeader(bytes[index++]!)
      else {
        const skipped = Math.min(this.#payloadLeft, bytes.length - index)
        this.#payloadLeft -= skipped
        index += skipped
      }
      if (this.#headerLeft === 0 && this.#payloadLeft === 0) this.#endFrame()
    }
  }

  #readHeader(byte: number): void {
    if (this.#headerLeft === -2) {
      this.frames++
      this.#first = byte
      this.#headerLeft = -1
      return
    }
    if (this.#headerLeft === -1) {
      const length = byte & LENGTH
      this.#extendedLeft = EXTENDED[length] ?? 0
      this.#length = this.#extendedLeft > 0 ? 0 : length
      this.#headerLeft = this.#extendedLeft + (byte & MASKED ? MASK_BYTES : 0)
    } else {
      this.#headerLeft--
      if (this.#extendedLeft > 0) {
        this.#extendedLeft--
        this.#length = this.#length * 256 + byte
      }
    }
    if (this.#headerLeft === 0) this.#startPayload()
  }

  #startPayload(): void {
    this.#payloadLeft = this.#length
    if (this.#isControl) return
    this.#inMessage = true
    this.announced += this.#length
  }

  #endFrame(): void {
    this.#headerLeft = -2
    if (this.#isControl || !(this.#first & FIN)) return
    this.#inMessage = false
    this.announced = 0
    this.messages++
  }

  get #isControl(): boolean {
    return (this.#first & OPCODE) >= FIRST_CONTROL
  }
}
