/** The kubelet cannot run: the message is what the real one says after `failed to run Kubelet: `. */
export class ContainerManagerError extends Error {}
