// Upstream: client-go/tools/portforward/tunneling_connection.go
import { Duplex } from 'node:stream'
import type { MessageConnection } from './message-connection.ts'
import { whenDrained } from './when-drained.ts'

/** The binary messages of a WebSocket as one stream of bytes, each way. */
export function messageStream(connection: MessageConnection): Duplex {
  let isOpen = true
  const stream = new Duplex({
    read: () => connection.resume(),
    write(chunk: Buffer, _encoding, done) {
      if (connection.send(chunk, 'binary') || !isOpen) return done()
      whenDrained(connection, done)
    },
    final(done) {
      connection.end()
      done()
    },
    destroy(error, done) {
      connection.end()
      done(error)
    },
  })
  connection.on('message', (bytes) => {
    if (bytes.length > 0 && !stream.push(bytes)) connection.pause()
  })
  connection.on('close', () => {
    isOpen = false
    stream.push(null)
  })
  return stream
}
