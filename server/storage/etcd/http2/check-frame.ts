// Upstream: RFC 9113, sections 6 (Frame Definitions) and 6.9.1 (The Flow-Control Window)
import { type Frame, types, usualFrameSize } from './frames.ts'
import { Http2Error } from './http2-error.ts'

/** Frames of the connection as a whole; those that follow here are of one stream. */
const ofConnection: ReadonlySet<number> = new Set([types.settings, types.ping, types.goAway])
const ofStream: ReadonlySet<number> = new Set([
  types.data,
  types.headers,
  types.rstStream,
  types.continuation,
])
const mostWindow = 2 ** 31 - 1
const mostFrame = 2 ** 24 - 1

/** Throws an {@link Http2Error} for a frame that may not be sent as it is. @param nextStream the first that has not begun */
export function checkFrame({ type, stream, payload }: Frame, nextStream: number): void {
  if (ofConnection.has(type) ? stream !== 0 : ofStream.has(type) && !hasBegun(stream, nextStream))
    throw new Http2Error('PROTOCOL_ERROR', `a frame of type ${type} is of stream ${stream}`)
  if (type === types.windowUpdate && stream !== 0 && !hasBegun(stream, nextStream))
    throw new Http2Error('PROTOCOL_ERROR', `stream ${stream} has not begun`)
  if (!hasSize(type, payload.length))
    throw new Http2Error('FRAME_SIZE_ERROR', `a frame of type ${type} has ${payload.length} bytes`)
  if (type === types.windowUpdate && (payload.readUInt32BE(0) & 0x7fffffff) === 0)
    throw new Http2Error('PROTOCOL_ERROR', 'a window grows by nothing')
}

const hasBegun = (stream: number, nextStream: number): boolean => stream % 2 === 1 && stream < nextStream

function hasSize(type: number, size: number): boolean {
  if (type === types.ping) return size === 8
  if (type === types.settings) return size % 6 === 0
  if (type === types.goAway) return size >= 8
  return (type !== types.rstStream && type !== types.windowUpdate) || size === 4
}

/** Throws an {@link Http2Error} for a window of more bytes than one can have. */
export function checkWindow(bytes: number): void {
  if (bytes > mostWindow) throw new Http2Error('FLOW_CONTROL_ERROR', 'a window is too large')
}

/** The size of frames that the other side takes. Throws an {@link Http2Error} for one that it may not name. */
export function frameSize(bytes: number): number {
  if (bytes < usualFrameSize || bytes > mostFrame)
    throw new Http2Error('PROTOCOL_ERROR', `frames of ${bytes} bytes may not be asked for`)
  return bytes
}
