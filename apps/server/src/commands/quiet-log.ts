export const quietLog = {
  info: () => {},
  warn: (_: unknown, message?: string) => console.error(message ?? ''),
  error: (details: unknown, message?: string) => console.error(message ?? '', details),
}
