/** kubeadm ends: its message, for exit code 1. */
export class KubeadmError extends Error {}
