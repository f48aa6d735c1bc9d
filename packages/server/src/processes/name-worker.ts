/** Pages that are about one process say which worker of the replica answers. */
import type { Page } from '@keelson/surface';

/** `worker`: the index of this process among the workers; absent where it is the only one. */
export function nameWorker(pages: readonly Page[], worker: number | undefined): readonly Page[] {
  if (worker === undefined) return pages;
  return pages.map((page) => {
    if (!page.path.startsWith('/debug/')) return page;
    const answer: Page['answer'] = (request, response) => {
      response.setHeader('Keelson-Worker', String(worker));
      return page.answer(request, response);
    };
    return { ...page, answer };
  });
}
