/** What a quoted file name may not hold: anything but printable ASCII, and signs that end or escape it or make a path. */
const UNSAFE = /[^\x20-\x7e]|["\\/]/g

/** A Content-Disposition that has the body saved under this name (RFC 6266). */
export const attachment = (fileName: string): string => `attachment; filename="${fileName.replace(UNSAFE, '_')}"`
