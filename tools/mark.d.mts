export function takeMark(file: string): number | undefined
