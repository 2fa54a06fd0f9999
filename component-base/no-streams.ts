/** Said of a pod, after its name, whose containers cannot be run in, read or reached here. Why follows behind a colon. */
export const noStreams = 'has no streams here'
