/** Characters not allowed in a quoted file name: non-ASCII and control characters, quotes and path separators. */
const UNSAFE = /[^\x20-\x7e]|["\\/]/g

/** Content-Disposition header for a download with this file name (RFC 6266). */
export const attachment = (fileName: string): string => `attachment; filename="${fileName.replace(UNSAFE, '_')}"`
