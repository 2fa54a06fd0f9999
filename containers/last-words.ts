// How much of a container's last words is kept. Upstream: pkg/kubelet/container/runtime.go (MaxContainerTerminationMessage…)

/** Bytes of the message file. */
export const mostMessage = 4096
/** The limit of the log's end that replaces the termination message, in bytes. */
export const mostOfLog = 2048
/** The limit of the log's end that replaces the termination message, in lines. */
export const mostLogLines = 80
/** The last bytes of a text. */
export const endOf = (text: string, most: number): string => Buffer.from(text).subarray(-most).toString()
