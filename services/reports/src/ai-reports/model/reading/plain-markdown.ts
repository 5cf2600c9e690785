/** Elements whose content is no text either. */
const SILENT =
  /<(script|style|iframe|svg|object|template|noscript|think|thinking)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const TAG = /<\/?[a-z!?][^<>]*>?/gi;
/** Bounded, so that thousands of open brackets cost no more than they are. */
const IMAGE = /!\[[^\]]{0,300}\](?:\([^)]{0,2000}\)|\[[^\]]{0,300}\])?/g;
/** "[text](address)", "[text][1]"; "[F12]" is none, nor is "[F12](…)" after its address is gone. */
const LINK = /\[([^\]]{0,300})\]\([^)]{0,2000}\)/g;
const LINK_BY_NAME = /\[((?!F\d+\])[^\]]{0,300})\]\[(?!F\d)[^\]]{0,300}\]/g;
const LINK_TARGET = /^ {0,3}\[[^\]\n]{1,300}\]:.*$/gm;
const ADDRESS = /\b(?:https?|ftp|file|data|javascript|mailto|vbscript):[^\s)\]}>"']*|\bwww\.[^\s)\]}>"']*/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '‹',
  '&gt;': '›',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': ' ',
};

/**
 * What a model wrote, without all that is more than text: HTML, links, images, code fences, control characters. A link
 * keeps its words. Headings, lists and emphasis stay.
 */
export function plainMarkdown(answer: string): string {
  return answer
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{C}\n\t]|[\u2028\u2029]/gu, '')
    .replaceAll(SILENT, ' ')
    .replaceAll(COMMENT, ' ')
    .replaceAll(/^[ \t]*(?:```|~~~).*$/gm, '')
    .replaceAll(IMAGE, '')
    .replaceAll(LINK_TARGET, '')
    .replaceAll(LINK, (_link, words: string) => (/^F\d+$/.test(words) ? `[${words}]` : words))
    .replaceAll(LINK_BY_NAME, '$1')
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(TAG, '')
    .replaceAll(ADDRESS, '')
    .replaceAll(/&(?:amp|lt|gt|quot|apos|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
