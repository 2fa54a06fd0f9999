// Comparing what node components wrote to stderr.

/** A good configuration: the real kubelet then missed a container runtime, which a simulated one does not need. */
const missedRuntime =
  /validate CRI v1 |unable to determine runtime API version|remote runtime typed version failed|"Version from runtime service failed"|"Kubelet is running in standalone mode/
/** Lines that tell of the host, of its cgroups, of Go and of gRPC, and dumps of flags. */
const ofTheHost: readonly RegExp[] = [
  /"Golang settings"|[Ww]atchdog|^[IWEF] FLAG: /,
  /grpc|"Connecting to (?:runtime|image) service"|remote_runtime/,
  // An address of gRPC's as JSON, a line for each field.
  /^(?:\{$|\}\. Err: )|^ *"(?:Addr|ServerName|Attributes|BalancerAttributes|Type|Metadata)": /,
  /"Failed to get the (?:kubelet|container runtime)'s cgroup|"Creating Container Manager object|"AddHintProvider"/,
  /MemoryQoS feature only works with cgroups v2|"Failed to ApplyOOMScoreAdj"|\/proc\/self\/oom_score_adj/,
  // cAdvisor, at --v=1 and above.
  /^I (?:Machine: |Version: \{|Filesystem |NVIDIA |cAdvisor |Cannot run systemd-run|Error while reading product_name)/,
]

/** Whether the real kubelet took everything, and then found no container runtime. */
export const isAccepted = (stderr: string): boolean => missedRuntime.test(stderr)

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
    if (missedRuntime.test(text)) return lines
    if (text.trim() !== '' && !ofTheHost.some((one) => one.test(text))) lines.push(text)
  }
  return lines
}
