/** RFC 3339 with nine digits of a second, as lines of a container's log have it. @param at milliseconds since the epoch */
export const logTime = (at: number): string => new Date(at).toISOString().replace('Z', '000000Z')
