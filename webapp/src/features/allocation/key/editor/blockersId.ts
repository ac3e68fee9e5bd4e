/** The element that stands for the list of what blocks saving, when somebody asks to save. */
export const blockersId = 'key-blockers';
