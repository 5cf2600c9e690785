/** The name the server gives to the file it sends; null: none. */
export function fileNameOf(response: Response): string | null {
  return /filename="([\w.-]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? null;
}
