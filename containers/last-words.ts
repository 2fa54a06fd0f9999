// How much of a container's last words is kept. Upstream: pkg/kubelet/container/runtime.go (MaxContainerTerminationMessage…)

/** Bytes of the message file. */
export const mostMessage = 4096
/** Bytes of the log that stand for it. */
export const mostOfLog = 2048
/** Lines of the log that stand for it. */
export const mostLogLines = 80
/** The last bytes of a text. */
export const endOf = (text: string, most: number): string => Buffer.from(text).subarray(-most).toString()
