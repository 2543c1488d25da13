export default function ({ parentElement, data, setTriggerValue }) {
  const root = parentElement.querySelector(".linked");
  fill(root, data.html);
  followLinks(root, setTriggerValue);
  if (data.lesson) rememberLesson(data.lesson);
}
