/** Paths of the kubectl on PATH and of others beside it (`kubectl.1.27`), by name; empty where there is none on PATH. */
export function realKubectls(): string[]
