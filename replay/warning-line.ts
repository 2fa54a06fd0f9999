/** Whether a line is a warning of the API, as kubectl prints it. */
export const isWarning = (line: string): boolean => /^\s*Warning: /.test(line)
