// Comparing what node components wrote to stderr.

/** A good configuration: the real kubelet then missed a container runtime, which a simulated one does not need. */
const accepted = /validate CRI v1 /
/** Lines that tell of the host, of Go and of gRPC, and dumps of flags. */
const ofTheHost =
  /"Golang settings"|grpc|^[IWEF] FLAG: |[Ww]atchdog|"Connecting to runtime service"|remote_runtime/

/** Both forms of klog's header: `I server.go:1] ` as recorded, `I1121 04:00:00.000000  1 server.go:1] ` as printed. */
const header = /^([IWEF])(?:\d{4} \d{2}:\d{2}:\d{2}\.\d+ +\d+)? [^\s\]]+:\d+\] /

/** The parts of stderr that are compared: messages by severity and text in order; of a usage text only that it is there. */
export function comparableLines(stderr: string): string[] {
  const lines: string[] = []
  let inUsage = false
  for (const line of stderr.split('\n')) {
    if (line.startsWith('Usage:')) {
      inUsage = true
      lines.push('Usage:')
    }
    if (inUsage && !/^Error: /.test(line) && !header.test(line)) continue
    inUsage = false
    const text = line.replace(header, '$1 ')
    if (accepted.test(text)) return lines
    if (text.trim() !== '' && !ofTheHost.test(text)) lines.push(text)
  }
  return lines
}
