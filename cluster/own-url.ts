/** The URL by which a server is known, for one that names the loopback by another name, or takes it for a server without TLS. */
export function ownUrl(url: string): string {
  const { hostname, port } = new URL(url)
  return /^(?:127(?:\.\d+){3}|localhost|\[::1\])$/.test(hostname) ? `https://127.0.0.1:${port}` : url
}
