import { remembered } from '../component-base/remembered.ts'

/** The URL by which a server of this process is known, for one that names the loopback otherwise or lacks TLS. Asked for with each request. */
export const ownUrl: (url: string) => string = remembered(100, (url) => {
  const { hostname, port } = new URL(url)
  return /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(hostname) ? `https://127.0.0.1:${port}` : url
})
