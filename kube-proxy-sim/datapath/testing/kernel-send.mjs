// Sends packets from sockets of their own, each the first of a connection. None waits for an answer.
import { createSocket } from 'node:dgram'
import { connect } from 'node:net'

const atOnce = 200

/** Sends packets, a number of them at a time. */
export async function sendAll(packets) {
  for (let at = 0; at < packets.length; at += atOnce)
    await Promise.all(
      packets.slice(at, at + atOnce).map((one) => (one.protocol === 'tcp' ? syn(one) : datagram(one))),
    )
}

function datagram({ source, sourcePort, destination, destinationPort }) {
  return new Promise((resolve) => {
    const socket = createSocket('udp4')
    const close = () => socket.close(resolve)
    socket.on('error', close)
    socket.bind(sourcePort, source, () => socket.send('x', destinationPort, destination, close))
  })
}

function syn({ source, sourcePort, destination, destinationPort }) {
  return new Promise((resolve) => {
    const to = { host: destination, port: destinationPort, localAddress: source, localPort: sourcePort }
    const socket = connect(to)
    socket.on('error', () => {})
    socket.on('close', resolve)
    // The first packet is sent by connect itself.
    setImmediate(() => setImmediate(() => socket.destroy()))
  })
}
