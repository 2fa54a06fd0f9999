/** The kubelet cannot run: the message follows `failed to run Kubelet: ` in the log. */
export class ContainerManagerError extends Error {}
