/** A dynamic provider that does nothing. Each function is self-contained, because the SDK may serialize them one by one. */
module.exports = {
  check: async (olds, news) => ({ inputs: news }),
  diff: async (id, olds, news) => {
    const changes = Object.keys(news).some((key) => JSON.stringify(olds[key]) !== JSON.stringify(news[key]));
    return { changes };
  },
  create: async (inputs) => ({ id: "1", outs: inputs }),
  read: async (id, props) => ({ id, props }),
  update: async (id, olds, news) => ({ outs: news }),
  delete: async () => {},
};
