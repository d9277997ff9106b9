import { fileAdvice } from '../../kernel/fileProblem.js'
import { StoreUnavailable } from '../../kernel/ports/eventStore.js'

/** A segment is not what was written: the disk damaged it, or someone edited it. Reading it again does not help. */
export class DamagedSegment extends StoreUnavailable {
  override readonly name = 'DamagedSegment'
  /** @param position first position of the damaged block; undefined if the file as a whole cannot be read */
  constructor(
    readonly path: string,
    readonly position: string | undefined,
    cause: unknown,
  ) {
    const where = position === undefined ? '' : `, in the block that starts at ${position}`
    super(`${path} is damaged${where}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/** A file is whole, and another one. */
export class ForeignSegment extends DamagedSegment {
  constructor(path: string) {
    super(path, undefined, 'it is not the segment that was archived: replace it by a copy of that')
  }
}

/** A segment is not where it should be. */
export class MissingSegment extends DamagedSegment {
  constructor(path: string, remedy: string) {
    super(path, undefined, 'it is missing')
    this.message = `${path} is missing: ${remedy}`
  }
}

/** The file system does not let a segment be read: what is in it may be whole. */
export class UnreadableSegment extends DamagedSegment {
  /** What prevents it, and what to do. */
  readonly advice: string
  constructor(path: string, code: string, cause: unknown) {
    super(path, undefined, cause)
    this.advice = fileAdvice(code, 'replace it by a copy')
    this.message = `${path} cannot be read: ${this.advice}`
  }
}
