// grpc-js sends one message of a stream per turn of the event loop, as it waits until the last one is on the wire: for
// a thousand small ones that takes longer than all the rest.
import type { ServerInterceptingCall, ServerInterceptor } from '@grpc/grpc-js'

/** Bytes of a call that may be on their way before the next message waits. */
const windowSize = 256 * 1024

/** Lets up to that many bytes of messages wait for a slow reader, in calls of these methods; later writes wait. */
export function writeWindow(
  { ServerInterceptingCall: Plain }: { ServerInterceptingCall: typeof ServerInterceptingCall },
  paths: readonly string[],
): ServerInterceptor {
  class WindowedCall extends Plain {
    private onTheWay = 0
    private waiting: (() => void) | undefined

    override sendMessage(message: Buffer, sent: () => void): void {
      this.onTheWay += message.length
      super.sendMessage(message, () => {
        this.onTheWay -= message.length
        if (this.onTheWay < windowSize) this.goOn()
      })
      // One message waits at most: a stream writes the next one after this one's callback.
      this.waiting = sent
      if (this.onTheWay < windowSize) this.goOn()
    }

    private goOn(): void {
      const sent = this.waiting
      this.waiting = undefined
      sent?.()
    }
  }
  return (method, call) => (paths.includes(method.path) ? new WindowedCall(call) : new Plain(call))
}
